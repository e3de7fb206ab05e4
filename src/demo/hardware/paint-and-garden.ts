import { brass, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel, wood } from './parts.ts'

export const bucket = (colour: string, label = '#fff') =>
  `<path d="M240 250q160-190 320 0" fill="none" stroke="${darkSteel}" stroke-width="12"/>
    ${path('M222 240h356l-26 370q-2 24-26 24H274q-24 0-26-24z', label)}
    ${path('M226 300h348l-14 200q-160 40-320 0z', colour)}${lit('M232 250h60l22 384h-40q-24 0-26-24z')}
    ${dim('M520 250h50l-26 364q-2 20-30 20h-14z')}${rect(208, 222, 384, 46, paleSteel, 14)}
    ${path('M300 268h200v40q-20 40-40 0-24 70-50 4-20 44-44-4-30 40-66-4z', colour)}${disc(400, 410, 54, '#ffffff30')}`

export const brush = (colour: string) =>
  `${path('M300 430h200l-10 190q-30 30-60 6-30 30-60 0-34 24-60-6z', '#3b3f44')}
    ${path('M306 560h188l-4 60q-30 30-60 6-30 30-60 0-34 24-60-6z', colour)}${rect(288, 350, 224, 90, steel, 6)}
    ${disc(320, 394, 8, darkSteel)}${disc(480, 394, 8, darkSteel)}
    ${path('M300 352q0-60 60-90 10-100 0-130 40-40 80 0-10 30 0 130 60 30 60 90z', wood)}${disc(400, 160, 14, '#fff')}`

export const roller = (colour: string) =>
  `${rect(170, 170, 400, 120, colour, 40)}${lit('M190 184h360v26H190z')}${rect(560, 190, 24, 80, paleSteel, 6)}
    ${line('M584 230h50v110H410v80', steel, 20)}${path('M374 410h72l14 220q-50 40-100 0z', ink)}
    ${rect(366, 404, 88, 30, brass, 8)}`

export const tray = (colour: string) =>
  `${path('M150 300h500l-40 300H190z', '#3c444c')}${path('M190 330h420l-30 240H220z', '#555f69')}
    ${path('M200 450h400l-20 120H220z', colour)}
    ${line('M240 370h60M330 370h60M420 370h60M510 370h50M250 410h60M340 410h60M430 410h60', '#6b7681', 12)}`

export const spray = (colour: string) =>
  `${rect(300, 260, 200, 380, colour, 18)}${lit('M316 270h26v360h-26z')}${dim('M460 270h32v360h-32z')}
    ${path('M300 270q0-60 60-70h80q60 10 60 70z', paleSteel)}${rect(350, 140, 100, 66, '#fff', 10)}
    ${rect(376, 120, 48, 30, ink, 6)}${rect(300, 370, 200, 130, '#ffffffd0')}${line('M330 410h140M330 446h100', colour, 16)}`

export const sandpaper = (tone: string) =>
  `${[0, 1, 2]
    .map(
      (n) =>
        `<g transform="rotate(${-10 + n * 9} 400 400) translate(${n * 12 - 12} ${n * 14 - 14})">
    ${rect(230, 200, 320, 400, tone, 6)}
    ${
      n === 2
        ? line(
            'M270 250h10M320 270h10M380 240h10M440 280h10M500 250h10M280 330h10M350 350h10M420 330h10M490 360h10M270 420h10M340 ' +
              '440h10M410 410h10M480 450h10M290 510h10M360 530h10M430 500h10M500 540h10',
            '#00000035',
            9,
          )
        : dim('M230 200h320v400H230z')
    }</g>`,
    )
    .join('')}${path('M550 600l-90 8 70-90z', '#e9dcc4')}`

const handle = (length: number) =>
  `${rect(388, 120, 24, length, wood, 10)}${lit(`M392 124h8v${length - 8}h-8z`)}`
export const shovel = (colour: string) =>
  `${rect(330, 110, 140, 30, colour, 14)}${line('M344 130q10 60 56 70 46-10 56-70', colour, 16)}${handle(300)}
    ${path('M300 400h200v90q0 110-100 160-100-50-100-160z', steel)}${lit('M318 414h30v90q0 60 30 100-60-30-60-110z')}
    ${rect(376, 390, 48, 80, darkSteel, 10)}`
export const rake = (colour: string) =>
  `${handle(400)}${rect(376, 480, 48, 40, colour, 8)}${path('M220 510h360v34H220z', colour)}
    ${Array.from({ length: 9 }, (_, n) => rect(222 + n * 43, 540, 16, 90, darkSteel, 8)).join('')}`
export const hoe = () =>
  `${handle(470)}${path('M300 590q100-50 200 0v50H300z', steel)}${path('M376 540h48v70h-48z', darkSteel)}
    ${lit('M310 600q90-40 180 0v8H310z')}`
export const machete = () =>
  `${path('M360 100q90 60 84 360h-74q10-200-10-360z', paleSteel)}${lit('M366 116q30 120 24 340h-16q6-200-8-340z')}
    ${path('M366 456h80l20 150q-8 40-54 40t-40-40z', ink)}${disc(404, 510, 10, brass)}${disc(410, 580, 10, brass)}`

export const gardenHose = (tone: string) =>
  `${[220, 184, 148]
    .map(
      (r) =>
        `<ellipse cx="400" cy="440" rx="${r}" ry="${r * 0.8}" fill="none" stroke="${tone}" stroke-width="32"/>
    <ellipse cx="400" cy="430" rx="${r}" ry="${r * 0.8}" fill="none" stroke="#fff" stroke-opacity=".3"
    stroke-width="8"/>`,
    )
    .join('')}${line('M560 320q80-60 40-150', tone, 32)}
    ${path('M566 190l30-80 50 16-20 84z', brass)}${path('M600 116l20-46 40 14-14 44z', darkSteel)}`

export const wateringCan = (colour: string) =>
  `${path('M300 330h230l20 280q0 26-26 26H306q-26 0-26-26z', colour)}
    <path d="M510 360q150-60 110 90t-90 120" fill="none" stroke="${colour}" stroke-width="30"/>
    ${path('M300 500L180 320l40-24 100 140z', colour)}${path('M140 310l100-70 18 30-96 66z', darkSteel)}
    ${path('M300 330q10-70 115-70t115 70z', colour)}${dim('M300 330q10-70 115-70t115 70z')}
    ${lit('M310 340h40l-10 290h-34q-16 0-16-20z')}`

export const pruner = (colour: string) =>
  `${path('M400 330q-70-120-20-230 80 60 70 220z', paleSteel)}${path('M420 340q110-60 100-190-90 10-140 130z', steel)}
    ${path('M370 330q50 0 60 40 20 150-60 280-50 20-60-30 60-140 60-290z', colour)}
    ${path('M430 330q-50 0-50 40 10 150 110 260 50 10 54-40-90-120-114-260z', colour)}${disc(404, 344, 30, darkSteel)}
    ${disc(404, 344, 12, brass)}`

export const wheelbarrow = (colour: string) =>
  `${path('M170 270h420l-80 190H290z', colour)}${lit('M190 284h380l-8 24H200z')}${line('M590 280l70-50', wood, 24)}
    ${line('M240 560L470 460l120-180M470 460l60 160', darkSteel, 20)}${disc(240, 560, 78, ink)}
    ${disc(240, 560, 38, steel)}${disc(240, 560, 12, ink)}`

export const pot = (colour: string) =>
  `${path('M250 400h300l-44 220q-4 20-24 20H318q-20 0-24-20z', colour)}${rect(232, 364, 336, 62, colour, 10)}
    ${dim('M232 410h336v16H232z')}${lit('M262 430h40l26 200h-20z')}
    ${path(
      'M400 364q-10-130-110-170-10 120 110 170zM400 364q10-150 120-190 10 140-120 190zM400 364q-40-130 4-230 44 100-4 230z',
      '#4f8a4b',
    )}`

export const sprinkler = (colour: string) =>
  `${line('M400 520V330', steel, 34)}${rect(300, 500, 200, 46, colour, 16)}${path('M270 540h260l40 90H230z', colour)}
    ${line('M290 340h220', colour, 34)}${disc(290, 340, 26, ink)}${disc(510, 340, 26, ink)}
    ${line(
      'M250 300q-70-90-60-160M290 290q-30-80 0-140M510 290q30-80 0-140M550 300q70-90 60-160M400 280v-130',
      '#5aa7d8',
      11,
    ).replace('stroke-linecap', 'stroke-dasharray="4 26" stroke-linecap')}`
