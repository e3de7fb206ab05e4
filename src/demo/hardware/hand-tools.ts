import { brass, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel, wood } from './parts.ts'

const grip = (colour: string, y = 400, height = 240) =>
  `${rect(362, y, 76, height, colour, 30)}${rect(362, y + 40, 76, 22, ink)}${rect(362, y + 80, 76, 12, ink)}
    ${lit(`M374 ${y + 20}h16v${height - 40}h-16z`)}`

export const hammer = (colour: string) =>
  `${rect(378, 210, 44, 300, wood, 10)}${grip(colour, 430, 220)}
    ${path('M282 150h150c60 0 96 16 130 62-50-18-90-18-118-2H282z', steel)}${rect(250, 142, 60, 84, darkSteel, 8)}
    ${rect(366, 140, 68, 96, darkSteel, 6)}${lit('M282 150h150v18H282z')}`

export const mallet = (colour: string) =>
  `${rect(376, 240, 48, 400, wood, 16)}${rect(250, 130, 300, 150, colour, 26)}${lit('M270 142h260v24H270z')}
    ${dim('M250 230h300v24q0 26-26 26H276q-26 0-26-26z')}${rect(366, 120, 68, 170, ink, 6)}`

export const screwdriver = (colour: string, tip: 'flat' | 'cross') =>
  `${rect(386, 120, 28, 300, steel, 4)}
    ${tip === 'flat' ? path('M380 150h40l-8-40h-24z', darkSteel) : path('M386 150h28l-8-24-6-18-6 18z', darkSteel)}
    ${lit('M390 150h8v250h-8z')}${rect(370, 400, 60, 36, ink, 8)}
    ${path('M352 440q48-20 96 0v150q-6 66-48 66t-48-66z', colour)}${dim('M376 444h10v190h-10zM412 444h10v190h-10z')}
    ${lit('M358 450h12v130h-12z')}`

export const screwdrivers = (colours: string[]) =>
  colours
    .map((colour, n) => {
      const x = 190 + n * 105
      return `${rect(x + 16, 170 + n * 16, 18, 230 - n * 16, steel, 3)}
        ${path(`M${x} 400h50q12 60 6 150-6 40-31 40t-31-40q-6-90 6-150z`, colour)}${lit(`M${x + 6} 410h10v140h-10z`)}
        ${rect(x + 2, 390, 46, 20, ink, 6)}`
    })
    .join('')

export const pliers = (colour: string, nose: 'wide' | 'long' | 'lock') => {
  const jaw = {
    wide: 'M352 130q48-26 48-10v190h-60q-20-110 12-180zM448 130q-48-26-48-10v190h60q20-110-12-180z',
    long: 'M390 80q10-10 10 0v230h-46q-6-90 36-230zM410 80q-10-10-10 0v230h46q6-90-36-230z',
    lock: 'M330 150q60-50 70-10v170h-70q-24-90 0-160zM470 150q-60-50-70-10v170h70q24-90 0-160z',
  }[nose]
  return `${path(jaw, steel)}${line('M400 140v130', ink, 4)}
    ${path(
      'M340 300q60-30 120 0 60 150 44 340-30 20-60 0 4-170-44-280-48 110-44 280-30 20-60 0-16-190 44-340z',
      colour,
    )}${dim('M430 330q60 140 54 318-20 4-40-8 4-170-44-280z')}${disc(400, 304, 44, darkSteel)}
    ${disc(400, 304, 20, paleSteel)}${line('M388 304h24', ink, 5)}${nose === 'lock' ? rect(470, 600, 22, 70, brass, 8) : ''}`
}

export const adjustableWrench = (colour: string) =>
  `${path('M360 300h80l14 320q-4 40-54 40t-54-40z', steel)}${path('M372 400h56l10 210q-4 20-38 20t-38-20z', colour)}
    ${path('M300 180q0-70 70-84l10 100 46 20 50-34 16 60q-10 66-92 74-90-6-100-136z', steel)}
    ${path('M420 110q66 8 76 84l-50 34-40-22z', darkSteel)}${rect(392, 232, 64, 26, brass, 6)}
    ${line('M402 234v22M414 234v22M426 234v22M438 234v22', ink, 4)}${disc(400, 620, 16, paleSteel)}`

export const wrench = (tone = steel) =>
  `${path('M364 230h72l-8 330h-56z', tone)}${lit('M374 240h16v300h-16z')}
    ${path('M316 110q-30 130 60 150h48q90-20 60-150l-46-10-6 80-32 20-32-20-6-80z', tone)}${disc(400, 590, 74, tone)}
    ${path('M400 544l40 23v46l-40 23-40-23v-46z', '#fff')}${path('M400 544l40 23v46l-40 23-40-23v-46z', '#55606a55')}`

export const sockets = (colour: string) =>
  `${rect(160, 220, 480, 380, colour, 30)}${rect(184, 244, 432, 332, ink, 18)}
    ${lit('M160 250q0-30 30-30h420q30 0 30 30z')}
    ${Array.from(
      { length: 10 },
      (_, n) => `${disc(236 + (n % 5) * 82, 320 + Math.floor(n / 5) * 84, 34 - (n % 5) * 3, steel)}
    ${disc(236 + (n % 5) * 82, 320 + Math.floor(n / 5) * 84, 18 - (n % 5) * 2, '#3c444c')}`,
    ).join('')}
    ${rect(212, 480, 300, 30, paleSteel, 15)}${disc(540, 495, 42, steel)}${disc(540, 495, 18, darkSteel)}`

export const tape = (colour: string) =>
  `${path('M470 560h190v34H470z', '#f4d23c')}
    ${line('M500 562v18M524 562v12M548 562v18M572 562v12M596 562v18M620 562v12', ink, 5)}
    ${rect(654, 552, 14, 62, darkSteel, 4)}
    ${path('M200 330q0-120 120-120h110q120 0 120 120v264H320q-120 0-120-120z', colour)}${disc(376, 400, 124, ink)}
    ${disc(376, 400, 96, colour)}${disc(376, 400, 60, '#fff')}${line('M346 400h60M376 370v60', colour, 12)}
    ${lit('M220 330q0-100 100-100h110q30 0 54 12-170-10-220 130-30 80-24 160-40-30-40-110z')}`

export const level = (colour: string) =>
  `${rect(140, 320, 520, 150, colour, 14)}${rect(140, 320, 520, 26, ink, 10)}${rect(140, 444, 520, 26, ink, 10)}
    ${rect(330, 356, 140, 78, '#e9f7d0', 20)}${rect(338, 372, 124, 44, '#b6e04f', 22)}
    ${rect(378, 376, 44, 36, '#f6ffe0', 18)}${line('M374 366v56M426 366v56', ink, 4)}${disc(216, 395, 38, '#e9f7d0')}
    ${disc(216, 395, 26, '#b6e04f')}${disc(584, 395, 38, '#e9f7d0')}${disc(584, 395, 26, '#b6e04f')}`

export const handsaw = () =>
  `${path('M300 250L640 470l-16 30-360-60z', paleSteel)}
    ${path(
      'M264 440l360 60-8 14-22-16-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18-22-20-4 18z',
      steel,
    )}
    ${path(
      'M150 360q0-90 90-110 60-10 90 20l-50 190q-60 30-104-6-26-30-26-94zm50 30q6 40 42 30l26-90q-70-20-68 60z',
      wood,
    )}${disc(276, 300, 10, brass)}${disc(262, 410, 10, brass)}`

export const hacksaw = (colour: string) =>
  `${line('M190 460V330q0-30 30-30h330q40 0 40 40v120', colour, 28)}${rect(176, 470, 440, 22, steel, 4)}
    ${line(
      'M190 496l10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8',
      darkSteel,
      6,
    )}${path('M570 330h60q20 60 0 160-6 60-50 60-34-10-20-90 20-60 10-130z', ink)}`

export const cutter = (colour: string) =>
  `${path('M376 90l44 30v160h-44z', paleSteel)}${line('M376 150l44 24M376 190l44 24M376 230l44 24', darkSteel, 4)}
    ${path('M350 260h100v350q0 50-50 50t-50-50z', colour)}${rect(382, 300, 36, 130, ink, 14)}
    ${rect(386, 330, 28, 40, brass, 8)}${lit('M356 280h14v330h-14z')}`

export const chisel = (colour: string) =>
  `${path('M366 100h68v260l-16 40h-36l-16-40z', paleSteel)}${dim('M366 100h68v36z')}
    ${rect(384, 390, 32, 50, darkSteel)}${path('M358 440h84l8 40-14 150q-8 20-36 20t-36-20l-14-150z', colour)}
    ${rect(360, 430, 80, 22, brass, 6)}${lit('M366 470h14l6 150h-10z')}`

export const square = () =>
  `${path('M210 180h70v390h340v56H210z', paleSteel)}${rect(196, 150, 98, 470, wood, 10)}
    ${line(
      'M320 590v-14M352 590v-22M384 590v-14M416 590v-22M448 590v-14M480 590v-22M512 590v-14M544 590v-22M576 590v-14',
      ink,
      5,
    )}${disc(245, 210, 10, brass)}${disc(245, 560, 10, brass)}`

export const file = (colour: string) =>
  `${path('M366 90h68v330h-68z', steel)}
    ${line(
      'M372 130l56-24M372 160l56-24M372 190l56-24M372 220l56-24M372 250l56-24M372 280l56-24M372 310l56-24M372 ' +
        '340l56-24M372 370l56-24M372 400l56-24',
      darkSteel,
      5,
    )}${path('M384 410h32v50h-32z', darkSteel)}
    ${path('M356 460q44-30 88 0l-10 170q-4 26-34 26t-34-26z', colour)}${lit('M366 470h14l4 150h-12z')}`

export const spatula = (colour: string) =>
  `${path('M290 110h220l-60 250H350z', paleSteel)}${lit('M290 110h60l26 250h-26z')}
    ${rect(376, 350, 48, 50, darkSteel)}${path('M356 400q44-24 88 0l10 220q-4 40-54 40t-54-40z', colour)}
    ${disc(400, 610, 16, '#fff')}`
