import { brass, dim, disc, ink, line, lit, path, rect, steel } from './parts.ts'

export const helmet = (colour: string) =>
  `${path('M190 500c0-170 90-260 210-260s210 90 210 260z', colour)}${path('M360 226h80v274h-80z', colour)}
    ${dim('M360 240h14v260h-14zM426 240h14v260h-14z')}
    ${path('M150 490h500q20 0 20 22 0 30-30 30-120-26-240-26t-240 26q-30 0-30-30 0-22 20-22z', colour)}
    ${lit('M220 470c10-110 60-180 120-200-60 60-80 130-80 200z')}
    ${dim('M150 516q20 26 60 20 190-30 380 0 40 6 60-20 0 26-10 26-120-26-240-26t-240 26q-10 0-10-26z')}`

export const gloves = (colour: string, cuff: string) => {
  const one = `${path(
    'M-90-40q0-110 24-110 22 0 22 90 2-130 26-130t24 130q4-120 28-116 22 2 18 124 10-70 30-64 18 6 8 96-8 90-40 ' +
      '120v60H-56v-60q-30-20-70-100-6-30 14-34 14 0 22 10z',
    colour,
  )}${rect(-66, 150, 120, 90, cuff, 10)}${dim('M-66 150h120v16H-66z')}${lit('M-66 0h20v130h-20z')}`
  return `<g transform="translate(300 400) rotate(-10) scale(1.15)">${one}</g>
    <g transform="translate(510 400) scale(-1.15 1.15) rotate(-10)">${one}</g>`
}

export const goggles = (frame: string) =>
  `${line('M170 380q-60 20-60 90M630 380q60 20 60 90', frame, 22)}
    ${path(
      'M160 320h210q30 0 30 30 0-30 30-30h210q40 0 30 60-14 120-120 120-90 0-120-80-20-24-60 0-30 80-120 80-106 ' +
        '0-120-120-10-60 30-60z',
      frame,
    )}
    ${path(
      'M190 344h150q24 0 24 34-10 90-90 96-90-4-104-90-4-40 20-40zM460 344h150q24 0 20 40-14 86-104 90-80-6-90-96 0-34 24-34z',
      '#cfe8f5',
    )}${path('M210 360h60l-50 80q-20-30-24-60 0-20 14-20zM480 360h60l-60 90q-20-30-22-70 2-20 22-20z', '#ffffff90')}`

export const mask = () =>
  `${line('M200 330Q100 300 110 420T220 500M600 330q100-30 90 90T580 500', '#e0a63a', 12)}
    ${path('M200 320q200-140 400 0 20 130-60 210-140 100-280 0-80-80-60-210z', '#fff')}
    ${dim('M210 420q190 60 380 0-4 60-50 110-140 100-280 0-46-50-50-110z')}${rect(350, 262, 100, 22, steel, 10)}
    ${disc(490, 420, 46, '#e9edf0')}${disc(490, 420, 30, '#c5ccd2')}${line('M250 380q150-60 300 0', '#00000018', 10)}`

export const boots = (colour: string) => {
  const one = `${path('M-80-200H60l10 220q100 40 120 90v60H-80z', colour)}${rect(-90, 160, 290, 40, ink, 10)}
    ${dim('M-80-200H60l2 40H-80z')}${line('M10-100h50M10-50h54M16 0h56', '#f0d9a8', 12)}${lit('M-70-150h24v290h-24z')}`
  return `<g transform="translate(330 400) scale(.92)">${one}</g><g transform="translate(440 440) scale(.95)">${one}</g>`
}

export const vest = (colour: string) =>
  `${path('M270 160l70-20q60 90 120 0l70 20 50 130-40 30 10 310H250l10-310-40-30z', colour)}
    ${path('M246 420h308l2 50H244zM242 530h316l2 50H240z', '#e8ecef')}
    ${path('M300 152l40-12 30 280h-40zM500 152l-40-12-30 280h40z', '#e8ecef')}${line('M400 200v430', '#00000040', 8)}
    ${dim('M540 320l14 310h-40z')}`

export const earmuffs = (colour: string) =>
  `${line('M240 420V360q0-190 160-190t160 190v60', ink, 30)}${rect(180, 380, 110, 200, colour, 46)}
    ${rect(510, 380, 110, 200, colour, 46)}${rect(280, 396, 40, 168, ink, 18)}${rect(480, 396, 40, 168, ink, 18)}
    ${lit('M196 400h20v150h-20zM526 400h20v150h-20z')}`

export const cone = () =>
  `${path('M360 150h80l110 440H250z', '#ee6c2b')}${path('M330 280h140l22 84H308zM290 440h220l20 70H270z', '#fff')}
    ${rect(180, 590, 440, 50, '#d2571a', 12)}${lit('M366 160h16l-70 420h-40z')}`

export const firstAid = () =>
  `<path d="M320 270v-40q0-40 40-40h80q40 0 40 40v40" fill="none" stroke="${ink}" stroke-width="24"/>
    ${rect(170, 260, 460, 370, '#d3352f', 40)}${lit('M180 300q0-30 30-30h380q30 0 30 30v20H180z')}
    ${disc(400, 450, 116, '#fff')}${path('M372 370h56v52h52v56h-52v52h-56v-52h-52v-56h52z', '#d3352f')}
    ${rect(260, 256, 30, 40, brass, 6)}${rect(510, 256, 30, 40, brass, 6)}`

export const barrierTape = () =>
  `${disc(350, 380, 190, '#f5c518')}${disc(350, 380, 84, '#fff')}
    <circle cx="350" cy="380" r="140" fill="none" stroke="${ink}" stroke-width="26" stroke-dasharray="56 48"/>
    ${path('M350 570h310v-90H500q-50 90-150 90z', '#f5c518')}
    ${path('M470 570l40-90h50l-40 90zM570 570l40-90h50v10l-36 80z', ink)}`

export const sign = () =>
  `${path('M400 150L660 610H140z', '#f5c518')}${path('M400 210L608 582H192z', ink)}
    ${path('M400 240L582 566H218z', '#f5c518')}${path('M416 320l-70 120h46l-20 90 84-130h-50l30-80z', ink)}`
