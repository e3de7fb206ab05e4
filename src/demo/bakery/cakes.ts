import { at, light, shade } from '../svg.ts'

/** A stand for cakes, with its foot. */
const stand = (colour = '#fff') =>
  `<path d="M372 560h56l18 70q30 6 40 14H314q10-8 40-14z" fill="${colour}"/><path d="M372 560h56l4 18h-64z" ${shade}/>
    <ellipse cx="400" cy="552" rx="240" ry="30" fill="${colour}"/>
    <path d="M160 552a240 30 0 0 0 480 0v10a240 34 0 0 1-480 0z" ${shade}/>`

type Cake = { layers: string[]; top: string; drip: string; trim: string }

/** A round cake of layers, its topping running down. */
const layered = ({ layers, top, drip, trim }: Cake) => {
  const height = 232 / layers.length
  const bands = layers.map(
    (colour, n) =>
      `<rect x="206" y="${312 + n * height}" width="388" height="${height + 1}" fill="${colour}"/>`,
  )
  return `${stand()}${bands.join('')}<path d="M206 530h388v14a194 24 0 0 1-388 0z" fill="${layers.at(-1)}"/>
  <path d="M206 312h70v256a194 24 0 0 1-70-24z" ${light}/><path d="M530 312h64v232a194 24 0 0 1-64 18z" ${shade}/>
  <path d="M206 312v34q10 34 30 0 12 60 34 8 14 40 34 0 16 74 40 4 16 30 36 2 14 56 38 2 16 36 36-2 14 66 36 0 14 34
    32-4 14 44 30 0 24 26 30-10v-34z" fill="${drip}"/>
  <ellipse cx="400" cy="312" rx="194" ry="34" fill="${top}"/><ellipse cx="400" cy="306" rx="160" ry="24" ${light}/>${trim}`
}

const berry = (x: number, y: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="24" fill="${colour}"/><circle cx="${x - 8}" cy="${y - 8}" r="7" fill="#fff" fill-opacity=".55"/>`

const peak = (x: number, y: number, colour: string) =>
  `<path d="M${x - 36} ${y}q-6-30 20-34-4-24 14-40 20 16 16 40 26 6 22 34-36 14-72 0z" fill="${colour}"/>`

export const biscuitCake = () =>
  layered({
    layers: ['#6d4630', '#e8d3b0', '#6d4630', '#e8d3b0', '#6d4630'],
    top: '#c08552',
    drip: '#c08552',
    trim: `<g fill="#4c2d1d">
      ${[268, 334, 400, 466, 532]
        .map((x, n) => `<rect x="${x - 30}" y="${268 + (n % 2) * 16}" width="60" height="32" rx="6"/>`)
        .join('')}</g><g fill="#e8d3b0">
      <circle cx="300" cy="318" r="4"/><circle cx="430" cy="322" r="4"/><circle cx="500" cy="318" r="4"/></g>`,
  })

export const meringueCake = () =>
  layered({
    layers: ['#e4b878', '#a86a34', '#e4b878', '#a86a34', '#e4b878', '#a86a34', '#e4b878', '#a86a34'],
    top: '#fff8ea',
    drip: '#fff8ea',
    trim: [246, 312, 384, 456, 528, 280, 352, 424, 496].map((x, n) => peak(x + 10, n < 5 ? 306 : 326, n % 2 ? '#fff' : '#fbeed6')).join(''),
  }) // prettier-ignore

export const blackForest = () =>
  layered({
    layers: ['#4a2a22', '#fff3ea', '#4a2a22', '#a52a3c', '#4a2a22'],
    top: '#fff6ee',
    drip: '#fff6ee',
    trim: `${[270, 360, 450, 536].map((x, n) => peak(x, 310 + (n % 2) * 10, '#fff')).join('')}
      ${[270, 360, 450, 536].map((x, n) => berry(x, 234 + (n % 2) * 10, '#b3132f')).join('')}
      <path d="M270 214q10-40 44-50M450 214q10-40 44-50" stroke="#5b6b2c" stroke-width="6" fill="none"/>`,
  })

export const cheesecake = () =>
  `${stand('#f2dfe2')}<path d="M206 400h388v140a194 24 0 0 1-388 0z" fill="#fbeccb"/>
    <path d="M206 500h388v40a194 24 0 0 1-388 0z" fill="#b9864c"/>
    <path d="M530 400h64v140a194 24 0 0 1-64 18z" ${shade}/>
    <path d="M206 400v26q14 34 40 2 16 54 44 4 20 30 50 2 22 50 50 0 26 36 54-2 20 44 44 0 20 26 46-4 20 26
    60-2v-26z" fill="#9c1f45"/><ellipse cx="400" cy="400" rx="194" ry="36" fill="#b62a53"/>
    ${[[290, 388], [350, 372], [412, 384], [470, 368], [524, 388], [380, 408], [446, 410], [320, 412]].map(
    ([x, y], n) => berry(x!, y!, n % 3 === 0 ? '#3c2a5c' : n % 3 === 1 ? '#c9203f' : '#7d1638')).join('')}
    <path d="M400 350q30-50 70-34-10 44-70 34zM400 350q-30-44-64-24 14 38 64 24z" fill="#5d8a4a"/>` // prettier-ignore

/** A tart in its tin: what fills it, and what stands on it. */
const tart = (filling: string, over: string) =>
  `${stand()}<path d="M176 430h448l-46 106q-178 24-356 0z" fill="#c88a45"/>
    <path d="M190 440l40 100M236 446l30 98M288 448l22 100M344 450l12 102M400 450v104M456 450l-12 102M512 448l-22
    100M564 446l-30 98M610 440l-40 100" stroke="#a3672b" stroke-width="9"/>
    <ellipse cx="400" cy="430" rx="228" ry="50" fill="#dca35c"/>
    <ellipse cx="400" cy="428" rx="200" ry="40" fill="${filling}"/>${over}`

export const lemonPie = () =>
  tart('#f6d64a', `<path d="M206 426q10-54 52-50 0-50 46-52 12-46 60-32 24-44 66-14 44-22 62 22 46-4 48 46 46 4 54
    54-60 40-194 40t-194-14z" fill="#fff7e3"/><g fill="#e0a860" fill-opacity=".75">
    <path d="M300 328q16-24 40-22-4 22-40 22zM372 284q22-20 44-6-10 18-44 6zM470 300q26-6 36 16-22 10-36-16zM240
    384q6-22 30-24 2 20-30 24zM540 350q24 2 28 26-24 2-28-26z"/></g>
    <path d="M290 400q30-34 64-14M400 372q34-30 70-4M330 440q40-30 80-4M460 430q30-26 64-8" stroke="#ecdcb6"
    stroke-width="11" stroke-linecap="round" fill="none"/>`) // prettier-ignore

export const quinceTart = () =>
  tart('#a2262c', `<g stroke="#e0aa62" stroke-width="22" stroke-linecap="round">
    <path d="M250 404l110 56M320 394l170 72M400 390l160 62M480 394l106 40M550 404L440 460M480 394L310 466M400 390L240
    452M320 394l-106 40"/></g>
    <ellipse cx="400" cy="428" rx="214" ry="45" fill="none" stroke="#d0944c" stroke-width="20" stroke-dasharray="30
    8"/>`) // prettier-ignore

/** A bag of biscuits joined in pairs, their filling between. */
export const alfajores = () => {
  const one = `<ellipse cy="48" rx="130" ry="40" fill="#e8c793"/>
    <path d="M-130 20a130 40 0 0 0 260 0v22a130 40 0 0 1-260 0z" fill="#9c5a26"/>
    <path d="M-130-16a130 40 0 0 0 260 0v36a130 40 0 0 1-260 0z" fill="#efd3a4"/>
    <ellipse cy="-16" rx="130" ry="40" fill="#f6e2bd"/><g fill="#fff"><circle cx="-122" cy="30" r="8"/>
    <circle cx="-84" cy="52" r="8"/><circle cx="-36" cy="62" r="8"/><circle cx="16" cy="64" r="8"/>
    <circle cx="66" cy="56" r="8"/><circle cx="110" cy="38" r="8"/></g>`
  return `<path d="M150 606h500q-20 34-110 36H260q-90-2-110-36z" fill="#fff"/>
    <path d="M150 606h500l-12 16H162z" ${shade}/>${at(290, 538, one)}${at(512, 536, one)}${at(402, 416, one)}
    ${at(398, 306, one, 'rotate(-6)')}`
}
