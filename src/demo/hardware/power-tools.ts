import { brass, darkSteel, dim, disc, ink, line, lit, paleSteel, path, rect, steel } from './parts.ts'

export const drill = (colour: string, hammering = false) =>
  `${hammering ? line('M470 300q10 130 70 120', ink, 26) : ''}${path('M150 226h40v56h-40z', darkSteel)}
    ${line('M150 254h-60', steel, 12)}${path('M190 200h90v108h-90z', ink)}
    ${path('M270 180h290q60 0 60 74t-60 78H270z', colour)}${path('M440 320h120l-30 190H420z', colour)}
    ${path('M430 330h30l-20 180h-20z', ink)}${path('M390 340h50v60q-50 0-50-60z', ink)}
    ${path('M380 510h200q16 0 16 16v84q0 16-16 16H396q-16 0-16-16z', ink)}${rect(430, 540, 110, 46, colour, 8)}
    ${lit('M270 190h280q40 0 50 36H270z')}${dim('M540 190v134M568 196v120M596 214v84')}${rect(320, 240, 120, 22, '#fff', 11)}`

export const grinder = (colour: string) =>
  `${rect(290, 320, 340, 120, colour, 40)}${lit('M320 326h280q24 10 26 34H300z')}
    ${path('M210 300h110v160H210z', darkSteel)}${disc(230, 480, 128, '#4d555d')}${disc(230, 480, 92, '#626b74')}
    ${disc(230, 480, 30, brass)}${path('M96 470a134 134 0 0 1 134-134h60v134z', steel)}
    ${line('M260 300l-20-120', ink, 44)}${rect(420, 352, 120, 24, '#fff', 12)}${line('M630 380q60 10 50 90', ink, 16)}`

export const circularSaw = (colour: string) =>
  `${rect(150, 540, 500, 34, darkSteel, 6)}${disc(360, 430, 186, paleSteel)}
    ${Array.from(
      { length: 20 },
      (_, n) => `<path d="M346 244l28 0 6 26z" fill="${steel}" transform="rotate(${n * 18} 360 430)"/>`,
    ).join('')}
    ${disc(360, 430, 60, darkSteel)}${disc(360, 430, 22, ink)}${path('M150 430a210 210 0 0 1 420 0v20H150z', colour)}
    ${lit('M176 400a190 190 0 0 1 300-120q-160-30-260 120z')}${line('M420 300q40-110 160-80 60 30 30 110', ink, 42)}
    ${rect(250, 330, 130, 24, '#fff', 12)}`

export const jigsaw = (colour: string) =>
  `${rect(210, 520, 330, 32, darkSteel, 6)}${path('M270 400h40v220l-20 26-20-26z', steel)}
    ${line('M270 560l-10 12 10 12-10 12 10 12', darkSteel, 7)}
    ${path('M230 300h330q50 0 50 60v90q0 70-70 70H230z', colour)}
    ${line('M280 310q20-120 150-120 170 0 150 130', ink, 44)}${lit('M240 310h310q40 0 46 30H240z')}
    ${rect(310, 400, 150, 26, '#fff', 13)}`

export const sander = (colour: string) =>
  `${path('M230 180q170-70 340 0 40 90-10 150H240q-50-60-10-150z', ink)}
    ${path('M250 190q150-56 300 0 24 50 4 100H246q-20-50 4-100z', colour)}${path('M270 320h260v130H270z', colour)}
    ${dim('M270 400h260v50H270z')}${path('M190 450h420l20 70H170z', ink)}${rect(176, 520, 448, 30, '#b98750', 8)}
    ${line('M220 480h10M280 480h10M340 480h10M400 480h10M460 480h10M520 480h10M570 480h10', '#fff', 10)}
    ${line('M560 240q100 20 90 140', '#4d555d', 40)}`

export const heatGun = (colour: string) =>
  `${path('M140 236h120v70H140z', steel)}${line('M150 240v62M174 240v62', darkSteel, 6)}
    ${path('M250 210h300q70 0 70 64t-70 64H250z', colour)}
    ${path('M440 330h110l-20 240q-4 40-54 40-40 0-36-40z', colour)}${path('M420 340h34v60q-34-10-34-60z', ink)}
    ${path('M452 420h76l-8 150h-68z', ink)}${lit('M250 218h290q40 0 54 26H250z')}
    ${line('M90 250q-20-14 0-30M90 300q-20-14 0-30', '#e2662b', 10)}`

export const battery = (colour: string) =>
  `${path('M250 290h300l20 330H230z', ink)}${path('M280 220h240v80H280z', '#4d555d')}
    ${rect(280, 380, 240, 130, colour, 14)}${path('M410 392l-50 70h34l-14 44 56-72h-36z', '#fff')}
    ${rect(310, 240, 40, 40, brass, 4)}${rect(380, 240, 40, 40, brass, 4)}${rect(450, 240, 40, 40, brass, 4)}
    ${line('M280 560h40M340 560h40M400 560h40', '#7ed957', 16)}`

/** Bits in their case, from thick to thin. */
export const bits = (colour: string, tone: string) =>
  `${rect(190, 470, 420, 150, colour, 20)}${lit('M190 490q0-20 20-20h380q20 0 20 20z')}
    ${[0, 1, 2, 3, 4, 5]
      .map(
        (n) =>
          `${rect(222 + n * 66, 170 + n * 30, 32 - n * 3, 310 - n * 30, tone, 4)}
    ${path(`M${222 + n * 66} ${172 + n * 30}l${16 - n * 1.5}-36 ${16 - n * 1.5} 36z`, tone)}
    ${Array.from({ length: 5 }, (_, k) =>
      line(`M${224 + n * 66} ${214 + n * 30 + k * 40}l${28 - n * 3}-18`, '#00000055', 7),
    ).join('')}`,
      )
      .join('')}${rect(240, 530, 320, 40, '#fff', 8)}`

export const cuttingDisc = (tone: string, label: string, teeth = 0) =>
  `${disc(400, 390, 236, tone)}
    ${Array.from(
      { length: teeth },
      (_, n) => `<rect x="393" y="146" width="14" height="74" fill="#fff" fill-opacity=".8"
    transform="rotate(${(n * 360) / teeth} 400 390)"/>`,
    ).join('')}${disc(400, 390, 150, label)}
    ${disc(400, 390, 60, '#fff')}${disc(400, 390, 34, darkSteel)}${line('M310 320a114 114 0 0 1 180 0', '#fff', 16)}
    ${line('M310 460a114 114 0 0 0 180 0', '#fff', 8)}`
