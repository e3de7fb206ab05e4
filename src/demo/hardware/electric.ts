import { brass, copper, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel } from './parts.ts'

export const cable = (tone: string, second = tone) =>
  `${[226, 198, 170, 142]
    .map(
      (r, n) =>
        `<circle cx="400" cy="400" r="${r}" fill="none" stroke="${n % 2 ? second : tone}" stroke-width="25"/>`,
    )
    .join('')}
    <circle cx="400" cy="400" r="184" fill="none" stroke="#000" stroke-opacity=".1" stroke-width="108"/>
    <path d="M240 250a216 216 0 0 1 200-70" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="16"
    stroke-linecap="round"/>${line('M560 540l50 80', tone, 25)}${line('M604 610l24 40', copper, 13)}
    ${rect(350, 146, 100, 140, '#fff', 8)}${line('M368 190h64M368 220h44', ink, 10)}`

const plate = (inside: string) =>
  `${rect(246, 160, 308, 470, '#ffffff', 30)}${rect(246, 160, 308, 470, '#00000008', 30)}
    ${rect(270, 186, 260, 418, '#f2f4f5', 20)}
    ${dim('M276 630h248q30 0 30-30v14q0 30-30 30H276q-30 0-30-30v-14q0 30 30 30z')}${inside}`
export const switches = (count: number) =>
  plate(Array.from({ length: count },
    (_, n) => { const h = 300 / count; return `${rect(330, 245 + n * h, 140, h - 16, '#dde2e6', 12)}
    ${rect(330, 245 + n * h, 140, (h - 16) / 2, '#fff', 12)}${rect(384, 258 + n * h, 32, 8, '#3fae5a', 4)}` }).join(
    '')) // prettier-ignore
export const socket = (tone = '#dde2e6') =>
  plate(
    [250, 420]
      .map(
        (y) =>
          `${rect(310, y, 180, 140, tone, 34)}${rect(352, y + 34, 18, 46, ink, 4)}${rect(430, y + 34, 18, 46, ink, 4)}
            ${path(`M386 ${y + 96}a14 14 0 0 1 28 0v14h-28z`, ink)}`,
      )
      .join(''),
  )

export const bulb = (glass: string, filament = false) =>
  `${
    filament
      ? `<circle cx="400" cy="350" r="250" fill="#ffd76a" fill-opacity=".28"/>`
      : `<circle cx="400" cy="350" r="240" fill="#fff6c4" fill-opacity=".6"/>`
  }
    ${path('M400 150c-110 0-180 80-180 176 0 90 66 120 84 200h192c18-80 84-110 84-200 0-96-70-176-180-176z', glass)}
    ${lit('M280 220q60-60 130-50-110 30-130 180-30-60 0-130z')}
    ${
      filament
        ? line('M360 520l-16-160 28 30 28-36 28 36 28-30-16 160', '#e07b1a', 8)
        : path('M304 470h192l-8 60H312z', '#e8ecef')
    }${rect(322, 526, 156, 30, steel, 10)}
    ${rect(330, 562, 140, 24, darkSteel, 10)}${rect(338, 592, 124, 24, steel, 10)}${path('M360 620h80l-20 26h-40z', ink)}`

export const extension = (tone: string, sockets: number) =>
  `${rect(170, 250, 460, 150, tone, 30)}${lit('M184 270q0-14 20-14h390q20 0 20 14v16H184z')}
    ${Array.from({ length: sockets },
    (_, n) => { const x = 216 + (n * 380) / sockets; return `${rect(x, 286, 76, 84, '#fff', 16)}
    ${rect(x + 20, 306, 8, 26, ink, 3)}${rect(x + 48, 306, 8, 26, ink, 3)}${disc(x + 38, 350, 7, ink)}` }).join('')}
    ${line('M170 330q-50 10-20 120t160 100 180 40 130-60', tone, 22)}${rect(590, 500, 66, 54, ink, 10)}` // prettier-ignore

export const breaker = () =>
  `${rect(270, 160, 260, 470, '#3a4046', 18)}${rect(290, 220, 220, 330, '#4d555d', 10)}
    ${rect(350, 300, 100, 150, '#22262a', 10)}${rect(362, 310, 76, 70, '#f2f4f5', 8)}
    ${rect(376, 240, 48, 26, '#3fae5a', 6)}${line('M310 490h180M310 516h120', '#ffffffaa', 12)}
    ${disc(340, 190, 16, steel)}${disc(460, 190, 16, steel)}${disc(340, 600, 16, brass)}${disc(460, 600, 16, brass)}`

export const torch = (colour: string) =>
  `${path('M230 220L90 130v300l140-90z', '#fff2a8')}${path('M220 200h90v180h-90z', paleSteel)}
    ${path('M300 230h330q24 0 24 24v72q0 24-24 24H300z', colour)}${lit('M300 240h330v22H300z')}
    ${rect(400, 216, 80, 22, ink, 8)}${line('M360 236v110M520 236v110M550 236v110M580 236v110', '#00000030', 10)}
    ${rect(214, 190, 26, 200, darkSteel, 6)}`

export const junctionBox = () =>
  `${rect(220, 220, 360, 360, paleSteel, 20)}${rect(250, 250, 300, 300, '#b6bfc7', 12)}
    ${disc(320, 330, 36, '#99a3ac')}${disc(480, 330, 36, '#99a3ac')}${disc(400, 460, 44, '#99a3ac')}
    ${disc(240, 240, 12, ink)}${disc(560, 240, 12, ink)}${disc(240, 560, 12, ink)}${disc(560, 560, 12, ink)}
    ${line('M320 330q40 120 80 130t80-130', '#d6452f', 12)}${line('M320 330q60 60 160 0', '#2f7fd0', 12)}`

export const duct = () =>
  [0, 1, 2]
    .map(
      (n) =>
        `<g transform="translate(56 56) scale(.86) rotate(-28 400 400)">
          ${rect(130, 250 + n * 120, 540, 90, '#fff', 6)}${rect(130, 312 + n * 120, 540, 28, '#e2e6e9', 4)}
          ${path(`M670 ${250 + n * 120}h30v60l-30 30z`, '#cfd5da')}</g>`,
    )
    .join('')

export const tester = (colour: string) =>
  `${rect(250, 150, 220, 470, colour, 36)}${rect(278, 190, 164, 110, '#d9e8c6', 10)}
    ${line('M300 270v-40M330 270v-40h30v40M390 230v40h30', ink, 10)}${disc(360, 420, 66, ink)}
    ${line('M360 420l30-40', '#fff', 12)}${disc(300, 560, 14, ink)}${disc(360, 560, 14, '#fff')}
    ${disc(420, 560, 14, ink)}${line('M420 560q150 60 130-140t40-180', '#c43a2c', 16)}
    ${line('M470 540q160 20 140-140t-10-200', ink, 16)}${rect(576, 180, 30, 110, '#c43a2c', 12)}
    ${rect(604, 140, 30, 110, ink, 12)}`
