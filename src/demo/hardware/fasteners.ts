import { at } from '../svg.ts'
import { brass, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel } from './parts.ts'

const thread = (from: number, to: number, half: number) =>
  line(Array.from({ length: Math.floor((to - from) / 22) },
    (_, n) => `M${-half} ${from + n * 22 + 9}L${half} ${from + n * 22 - 5}`).join(''), '#00000050', 6) // prettier-ignore

/** One screw around its own middle: its head, its thread, its point. */
const screw = (tone: string, head: 'flat' | 'hex' | 'round') => {
  const heads = {
    flat: path('M-56-176H56L22-132H-22z', tone),
    hex: `${rect(-56, -190, 112, 56, tone, 6)}${dim('M-18-190h36v56h-36z')}${rect(-66, -138, 132, 16, tone, 6)}`,
    round: path('M-54-140q0-56 54-56t54 56z', tone),
  }
  return `${rect(-20, -140, 40, 260, tone)}${path('M-20 120h40L0 176z', tone)}${lit('M-14-134h10v260h-10z')}
    ${thread(-90, 150, 24)}${heads[head]}`
}

export const screws = (tone: string, head: 'flat' | 'hex' | 'round') =>
  `${at(290, 420, screw(tone, head), 'rotate(-14)')}${at(404, 380, screw(tone, head), 'scale(1.25)')}
    ${at(524, 430, screw(tone, head), 'rotate(16)')}`

const nut = (tone: string) =>
  `${path('M-64-110H64L128 0 64 110H-64L-128 0z', tone)}${lit('M-64-110H64L96-54H-96z')}${disc(0, 0, 62, '#00000038')}
    ${disc(0, 0, 52, '#fff')}${line('M-44-24a52 52 0 0 1 88 0M-44 24a52 52 0 0 0 88 0', darkSteel, 6)}`
export const nuts = (tone: string) =>
  `${at(302, 340, nut(tone))}${at(516, 320, nut(tone), 'rotate(16) scale(.8)')}
    ${at(470, 530, nut(tone), 'rotate(-12) scale(.9)')}${at(270, 548, nut(tone), 'rotate(30) scale(.66)')}`

const washer = (tone: string, split: boolean) =>
  `${disc(0, 0, 120, tone)}${lit('M-112-40A120 120 0 0 1 90-80Q0-130-60-60t-52 20z')}${disc(0, 0, 58, '#fff')}
    ${line('M-58 0a58 58 0 0 1 116 0', '#00000030', 8)}${split ? path('M50-30l84-30 6 26-88 24z', '#f1f1ec') : ''}`
export const washers = (tone: string, split = false) =>
  `${at(310, 350, washer(tone, split))}${at(528, 330, washer(tone, split), 'scale(.72)')}
    ${at(492, 520, washer(tone, split), 'scale(.95)')}${at(276, 560, washer(tone, split), 'scale(.6)')}`

const plug = (colour: string) =>
  `${path('M-36-150H36l-8 240Q0 150-28 90z', colour)}${rect(-46, -162, 92, 26, colour, 8)}${dim('M-6-130H6V120H-6z')}
    ${line('M-34-90h68M-32-40h64M-30 10h60M-28 60h56', '#00000030', 9)}`
export const plugs = (colour: string) =>
  `${at(300, 400, plug(colour), 'rotate(-18)')}${at(406, 390, plug(colour), 'scale(1.2)')}${at(516, 410, plug(colour), 'rotate(18)')}`

export const expansionBolt = () =>
  at(
    400,
    400,
    `${rect(-28, -90, 56, 290, steel)}${rect(-42, -30, 84, 160, paleSteel, 6)}${dim('M-6-30H6V110H-6z')}
      ${path('M-42 200l10-70h64l10 70z', darkSteel)}${thread(-90, -30, 30)}${rect(-80, -110, 160, 20, paleSteel, 6)}
      ${rect(-60, -170, 120, 60, darkSteel, 8)}${lit('M-50-164h20v50h-20z')}${rect(-26, -220, 52, 52, steel, 6)}`,
    'rotate(-24) scale(1.15)',
  )

const nail = (tone: string) =>
  `${rect(-11, -170, 22, 300, tone)}${path('M-11 130h22L0 186z', tone)}${rect(-42, -188, 84, 24, tone, 10)}${lit('M-6-160h6v290h-6z')}`
export const nails = (tone: string) =>
  [-34, -14, 6, 26]
    .map((turn, n) => at(250 + n * 100, 410 - (n % 2) * 24, nail(tone), `rotate(${turn}) scale(1.1)`))
    .join('')

export const eyeBolts = () =>
  [-20, 14]
    .map((turn, n) =>
      at(
        310 + n * 180,
        410,
        `<circle cy="-110" r="66" fill="none" stroke="${steel}" stroke-width="34"/>${rect(-17, -50, 34, 210, steel)}
          ${path('M-17 160h34L0 210z', steel)}${thread(20, 190, 20)}`,
        `rotate(${turn}) scale(1.1)`,
      ),
    )
    .join('')

export const hinge = (tone: string) =>
  `${rect(180, 190, 196, 400, tone, 16)}${rect(424, 190, 196, 400, tone, 16)}
    ${lit('M190 200h176v40H190zM434 200h176v40H434z')}
    ${[0, 1, 2, 3, 4].map((n) => rect(368, 190 + n * 80, 64, 76, n % 2 ? '#8f6a1f' : '#7a5a18', 20)).join('')}${[
      [250, 270],
      [300, 390],
      [250, 510],
      [550, 270],
      [500, 390],
      [550, 510],
    ]
      .map(([x, y]) => `${disc(x!, y!, 24, '#00000030')}${disc(x!, y!, 14, '#fff')}`)
      .join('')}`

export const chain = () =>
  [0, 1, 2, 3]
    .map(
      (n) =>
        `<rect x="${-46}" y="${-84}" width="92" height="168" rx="46" fill="none" stroke="${
          n % 2 ? darkSteel : steel
        }" stroke-width="30" transform="translate(${232 + n * 112} ${240 + n * 104}) rotate(-47) ${
          n % 2 ? 'scale(.55 1)' : ''
        }"/>`,
    )
    .join('')

export const padlock = (tone = brass) =>
  `<path d="M290 350V260a110 110 0 0 1 220 0v90" fill="none" stroke="${steel}" stroke-width="44"/>
    ${rect(226, 346, 348, 290, tone, 36)}${lit('M240 380q0-24 24-24h272q24 0 24 24v30H240z')}
    ${disc(400, 470, 40, ink)}${path('M384 480h32l12 90h-56z', ink)}`

export const wire = (tone: string) =>
  `${[232, 212, 192, 172]
    .map((r) => `<circle cx="400" cy="400" r="${r}" fill="none" stroke="${tone}" stroke-width="12"/>`)
    .join('')}
    <circle cx="400" cy="400" r="202" fill="none" stroke="#000" stroke-opacity=".12" stroke-width="74"/>
    ${line('M600 470q50 90-10 150', tone, 12)}${rect(366, 176, 68, 70, '#e9e3d6', 8)}`

export const rivets = () =>
  [-18, 4, 24]
    .map((turn, n) =>
      at(
        290 + n * 116,
        400,
        `${rect(-10, -210, 20, 180, steel)}${path('M-54-10q0-44 54-44t54 44z', paleSteel)}
          ${rect(-32, -12, 64, 190, paleSteel, 8)}${lit('M-24-8h14v180h-14z')}`,
        `rotate(${turn})`,
      ),
    )
    .join('')
