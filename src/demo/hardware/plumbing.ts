import { brass, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel } from './parts.ts'

export const tubes = (tone: string) =>
  [[230, 200], [330, 150], [430, 220], [300, 330]].map(([x, y], n) =>
    `<g transform="translate(56 70) scale(.86) rotate(-32 400 400)">
    ${rect(x! - 120, y! + n * 40 + 20, 520, 74, tone, 4)}${lit(`M${x! - 120} ${y! + n * 40 + 28}h520v14h-520z`)}
    <ellipse cx="${x! + 400}" cy="${y! + n * 40 + 57}" rx="18" ry="37" fill="#00000055"/>
    <ellipse cx="${x! + 400}" cy="${y! + n * 40 + 57}" rx="18" ry="37" fill="none" stroke="${tone}" stroke-width="8"/>
    </g>`).join('') // prettier-ignore

export const elbow = (tone: string) =>
  `${line('M300 600V390q0-90 90-90h190', tone, 132)}${line('M262 560V390q0-128 128-128h170', '#ffffff55', 16)}
    ${rect(214, 540, 172, 90, tone, 12)}${rect(540, 214, 90, 172, tone, 12)}${dim('M214 610h172v20H214zM610 214h20v172h-20z')}`

export const tee = (tone: string) =>
  `${rect(180, 250, 440, 140, tone)}${rect(330, 340, 140, 240, tone)}${lit('M180 266h440v20H180z')}
    ${rect(160, 230, 92, 180, tone, 12)}${rect(548, 230, 92, 180, tone, 12)}${rect(310, 520, 180, 92, tone, 12)}
    ${dim('M160 380h92v30h-92zM548 380h92v30h-92zM460 390h10v130h-10zM310 594h180v18H310z')}`

export const coupling = (tone: string) =>
  `${rect(220, 280, 360, 240, tone, 20)}${rect(190, 250, 110, 300, tone, 16)}${rect(500, 250, 110, 300, tone, 16)}
    ${lit('M190 270h420v26H190z')}${dim('M190 516h420v18q0 16-16 16H206q-16 0-16-16z')}
    ${line('M220 270v260M250 270v260M530 270v260M560 270v260', '#00000022', 10)}`

export const ballValve = (handle: string) =>
  `${rect(160, 400, 480, 150, brass, 10)}${path('M290 380h220l40 96-40 94H290l-40-94z', '#b98a2c')}
    ${rect(150, 386, 90, 178, brass, 12)}${rect(560, 386, 90, 178, brass, 12)}${rect(370, 300, 60, 90, darkSteel, 8)}
    ${path('M376 250h250q30 0 30 30t-30 30H376q-30 0-30-30t30-30z', handle)}${lit('M160 410h480v20H160z')}
    ${line('M180 400v150M210 400v150M590 400v150M620 400v150', '#00000022', 9)}`

export const tap = (tone: string, handle: string) =>
  `${rect(150, 330, 110, 130, tone, 12)}${path('M240 340h220q140 0 140 140v60H490v-50q0-30-34-30H240z', tone)}
    ${rect(474, 530, 142, 40, tone, 10)}${rect(340, 230, 60, 120, tone, 6)}
    ${path('M260 190h220q20 0 20 20t-20 20H260q-20 0-20-20t20-20z', handle)}
    ${lit('M240 352h220q60 0 94 30-40-12-94-12H240z')}${path('M545 590q34 44 0 64-34-20 0-64z', '#5aa7d8')}`

export const mixer = () =>
  `<path d="M400 600V290q0-130 110-130t104 120v20" fill="none" stroke="${steel}" stroke-width="46"/>
    <path d="M386 600V290q0-144 124-144" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="10"/>
    ${rect(590, 290, 50, 30, darkSteel, 6)}${rect(240, 570, 320, 66, steel, 30)}${rect(256, 480, 66, 100, steel, 12)}
    ${rect(478, 480, 66, 100, steel, 12)}${rect(226, 452, 126, 36, paleSteel, 18)}
    ${rect(448, 452, 126, 36, paleSteel, 18)}${disc(289, 470, 10, '#d23b3b')}${disc(511, 470, 10, '#2f7fd0')}`

export const tapeRoll = (tone: string, core: string) =>
  `${disc(400, 400, 220, tone)}${disc(400, 400, 186, '#00000014')}${disc(400, 400, 130, core)}
    ${disc(400, 400, 100, '#fff')}${lit('M400 180a220 220 0 0 0-190 110q140-80 300-50 60-20 90 30-60-90-200-90z')}
    ${path('M400 620h200v-44q-90 44-200 44z', tone)}`

export const flexHose = (tone: string) =>
  `${line('M250 600V300q0-110 100-110t100 110v160q0 100 80 100t60-90', tone, 62)}
    ${line('M250 580V300q0-110 100-110t100 110v160q0 100 80 100', '#ffffff60', 50).replace(
      'stroke-linecap="round"',
      'stroke-dasharray="6 14"',
    )}${rect(202, 580, 96, 66, brass, 12)}${rect(544, 400, 92, 66, brass, 12)}`

export const trap = (tone: string) =>
  `${rect(280, 130, 100, 250, tone)}${line('M330 340v120q0 100 90 100t90-100v-20q0-50 50-50h60', tone, 96)}
    ${rect(252, 110, 156, 60, tone, 12)}${rect(258, 350, 144, 56, ink, 10)}${rect(450, 400, 130, 52, ink, 10)}
    ${lit('M292 180h18v160h-18z')}`

export const shower = () =>
  `${line('M190 560V240q0-80 90-80h90', steel, 34)}${path('M300 160h180l70 120H230z', paleSteel)}
    ${rect(220, 276, 340, 36, steel, 14)}
    ${line(
      'M260 350v40M320 350v70M380 350v50M440 350v70M500 350v40' +
        'M290 440v50M350 460v60M410 450v50M470 460v50M320 540v40M400 550v40M450 540v30',
      '#5aa7d8',
      12,
    )}`

export const float = () =>
  `${disc(520, 460, 140, '#d6452f')}${lit('M400 420a140 140 0 0 1 180-90q-110 0-150 120z')}
    ${line('M410 400L230 280', brass, 22)}${rect(160, 190, 110, 150, brass, 14)}
    ${rect(190, 130, 50, 80, darkSteel, 6)}${rect(186, 330, 58, 80, brass, 8)}`

export const can = (body: string, label: string, lid = ink) =>
  `${rect(262, 230, 276, 400, body, 14)}${lit('M276 240h34v380h-34z')}${dim('M500 236h38v394h-38z')}
    ${rect(262, 320, 276, 190, label)}${rect(250, 210, 300, 34, steel, 12)}${rect(350, 140, 100, 80, lid, 12)}
    ${line('M300 380h200M300 420h140', '#ffffffcc', 18)}${disc(470, 466, 22, '#ffffffcc')}`

export const plunger = () =>
  `${rect(380, 110, 40, 330, '#c58f54', 16)}
    ${path('M250 620q-10-200 150-200t150 200q0 20-20 20H270q-20 0-20-20z', '#c43a2c')}
    ${rect(230, 596, 340, 44, '#a52d20', 20)}${lit('M280 590q0-130 90-150-50 50-50 150z')}`
