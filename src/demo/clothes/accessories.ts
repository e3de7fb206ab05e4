import { light, shade } from '../svg.ts'

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const dim = (d: string) => `<path d="${d}" ${shade}/>`
const lit = (d: string) => `<path d="${d}" ${light}/>`
const seam = (d: string, width = 6) =>
  `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="${width}" stroke-linecap="round"/>`

export const hat = (colour: string, band: string) =>
  `<ellipse cx="400" cy="500" rx="262" ry="84" fill="${colour}"/>
    ${dim('M138 500a262 84 0 0 0 524 0 262 60 0 0 1-524 0z')}
    ${path('M270 480q-10-210 70-230 60 30 120 0 80 20 70 230-130 50-260 0z', colour)}
    ${path('M268 410q132 50 264 0l-2 70q-130 50-260 0z', band)}${lit('M290 450q-6-150 50-190-20 90-20 200z')}
    ${seam('M200 490q60 60 200 60t200-60M236 460q20 20 40 28M564 460q-20 20-40 28', 5)}`

export const bag = (colour: string, strap: string) =>
  `<path d="M290 320q10-190 110-190t110 190" fill="none" stroke="${strap}" stroke-width="24"/>
    ${path('M210 310h380l30 290q4 40-36 40H216q-40 0-36-40z', colour)}
    ${dim('M560 310h30l30 290q4 40-36 40h-30q40-10 36-50z')}${path('M210 310h380l8 70H202z', strap)}
    <rect x="370" y="350" width="60" height="70" rx="10" fill="#d2a23c"/>
    <circle cx="400" cy="386" r="10" fill="#6b4a2f"/>${seam('M220 400l-14 200q-2 16 14 16h360q16 0 14-16l-14-200', 4)}
    ${lit('M226 400h34l-16 210h-28z')}`

export const scarf = (colour: string, stripe: string) =>
  `${path('M260 200q140-90 280 0 40 60-20 110-120 60-240 0-60-50-20-110z', colour)}
    ${path('M300 290h120l20 300H290z', colour)}${path('M400 300h100l60 250-110 20z', colour)}
    ${dim('M400 300h30l60 266-40 4z')}
    ${path('M292 500h144l2 36H290zM291 552h146l1 20H290zM474 480l68-10 8 30-70 14z', stripe)}
    ${seam('M300 250q100 60 200 0M290 220q110 70 220 0', 8)}
    ${Array.from(
      { length: 8 },
      (_, n) =>
        `<path d="M${296 + n * 19} 590v50" stroke="${stripe}" stroke-width="8" stroke-linecap="round"/>`,
    ).join('')}${Array.from(
      { length: 5 },
      (_, n) => `<path d="M${462 + n * 22} ${566 - n * 4}l10 46" stroke="${stripe}" stroke-width="8"
    stroke-linecap="round"/>`,
    ).join('')}`

export const socks = (colour: string, trim: string) => {
  const one = `${path('M-60-230H60V60q0 40 60 70 70 40 60 80-10 40-80 40-160 0-160-130z', colour)}
    ${path('M-64-240H64v54H-64z', trim)}
    ${path('M-60 70q20 70 60 100 0 60 20 76Q-60 220-60 120zM150 150q34 30 30 60-10 40-80 40 0-70 50-100z', trim)}
    ${path('M-60-150H60v26H-60zM-60-100H60v26H-60z', trim)}${lit('M-46-180h22V60h-22z')}`
  return `<g transform="translate(290 420) scale(.95) rotate(-6)">${one}</g>
    <g transform="translate(480 380) scale(.95) rotate(5)">${one}</g>`
}

export const sneakers = (colour: string, sole: string) => {
  const one = `${path('M-190 60q-10-130 10-150 50 30 90-10l40-30q90 110 200 120 60 10 60 70z', colour)}
    ${path('M-196 50h410q20 60-20 74H-176q-30-10-20-74z', sole)}${dim('M-196 92h408q-2 24-18 32H-176q-16-4-20-32z')}
    <path d="M-40-104l40-20M-10-70l44-24M26-40l44-26M64-14l40-28" stroke="#fff" stroke-width="13"
    stroke-linecap="round"/>${seam('M-180-10q60 30 90-60M110 10q40 0 50 40M-60 50q10-60-20-90', 6)}`
  return `<g transform="translate(440 350) scale(.86)">${one}</g><g transform="translate(360 530) scale(1.02)">${one}</g>`
}

export const belt = (colour: string) =>
  `<circle cx="400" cy="400" r="190" fill="none" stroke="${colour}" stroke-width="64"/>
    <circle cx="400" cy="400" r="120" fill="none" stroke="${colour}" stroke-width="58"/>
    <circle cx="400" cy="400" r="154" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="8"/>
    <circle cx="400" cy="400" r="214" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="4"
    stroke-dasharray="12 9"/>${path('M520 520l140 60-26 56-150-64z', colour)}
    <rect x="470" y="500" width="96" height="104" rx="16" fill="none" stroke="#d2a23c" stroke-width="18"
    transform="rotate(24 518 552)"/>`

/** The garment folded on others of its kind: the second picture of each. */
export const folded = (colours: string[]) => {
  const layers = colours.map((colour, n) => {
    const y = 560 - n * 92
    return `<path d="M190 ${y + 70}q-34-46 0-92h420q34 46 0 92z" fill="${colour}"/>
      <path d="M190 ${y + 70}q-16-22-16-46h452q0 24-16 46z" ${shade}/>
      <path d="M196 ${y - 16}h408" stroke="#fff" stroke-opacity=".35" stroke-width="10" stroke-linecap="round"/>`
  })
  const top = 560 - (colours.length - 1) * 92
  return `${layers.join('')}<rect x="352" y="${top - 4}" width="96" height="52" rx="4" fill="#fffaf0"/>
    <path d="M372 ${top + 14}h56M382 ${top + 30}h36" stroke="#8b8378" stroke-width="6" stroke-linecap="round"/>`
}

/** The cloth from near, its weave, its label. */
export const cloth = (colour: string, label: string) => {
  const weave = Array.from({ length: 17 }, (_, n) => `M0 ${n * 50}q200 40 400 0t400 0`).join('')
  return `<rect width="800" height="800" fill="${colour}"/>
    <path d="${weave}" fill="none" stroke="#000" stroke-opacity=".1" stroke-width="11"/>
    <path d="M0 0h250Q330 330 180 800H0z" fill="#fff" fill-opacity=".12"/>
    <path d="M560 0q-90 330 70 800h170V0z" fill="#000" fill-opacity=".1"/>
    <rect x="280" y="330" width="240" height="130" rx="8" fill="#fffaf0"/>
    <rect x="280" y="330" width="240" height="130" rx="8" fill="none" stroke="#000" stroke-opacity=".15"
    stroke-width="5" stroke-dasharray="12 8"/>
    <path d="M330 376h140" stroke="${label}" stroke-width="18" stroke-linecap="round"/>
    <path d="M356 416h88" stroke="${label}" stroke-opacity=".5" stroke-width="10" stroke-linecap="round"/>`
}
