import { at, light, shade } from '../svg.ts'

const steam = `<path d="M350 250c-26-34 26-50 0-84M410 236c-26-34 26-50 0-84M470 250c-26-34 26-50 0-84" fill="none" stroke="#fff"
    stroke-opacity=".85" stroke-width="14" stroke-linecap="round"/>`

/** A wide cup on its saucer, filled with something hot. */
const cup = (china: string, drink: string, over = '') => `${steam}
  <ellipse cx="400" cy="612" rx="250" ry="30" fill="${china}"/><ellipse cx="400" cy="620" rx="250" ry="30" ${shade}/>
    <ellipse cx="400" cy="606" rx="250" ry="28" fill="${china}"/><ellipse cx="400" cy="606" rx="150" ry="15" ${shade}/>
  <path d="M560 366h30q70 0 66 66t-116 74" fill="none" stroke="${china}" stroke-width="30"/>
  <path d="M212 316h376q0 232-124 286H336Q212 548 212 316z" fill="${china}"/>
    <path d="M212 316h70q4 190 96 286h-42Q212 548 212 316z" ${light}/>
    <path d="M520 316h68q0 232-124 286h-40q96-80 96-286z" ${shade}/>
  <ellipse cx="400" cy="318" rx="188" ry="36" fill="${china}"/><ellipse cx="400" cy="322" rx="168" ry="28" fill="${drink}"/>${over}`

export const milkCoffee = () =>
  cup('#fdfaf4', '#b9804d',
    '<path d="M400 340c-60-10-70-34-40-36 20 0 36 8 40 16 4-8 20-16 40-16 30 2 20 26-40 36z" fill="#f6e3c6"/>') // prettier-ignore

export const mateTea = () =>
  cup('#dfeae2', '#8a6a2a',
    `<path d="M470 330l40 90" stroke="#8f8f86" stroke-width="4"/><path d="M490 416h44v58h-44z" fill="#f4f0e2"/>
      <path d="M500 440c0-14 24-14 24 0 0 12-12 14-12 24-2-10-12-12-12-24z" fill="#5d8a4a"/>`) // prettier-ignore

/** A tall glass with its drink up to a height. */
const glass = (drink: string, top: number, inside: string) => `
  <path d="M258 236h284l-34 376q-2 28-30 28H322q-28 0-30-28z" fill="#fff" fill-opacity=".55"/>
  <path d="M${258 + (top - 236) * 0.09 + 10} ${top}H${542 - (top - 236) * 0.09 - 10}l-${(612 - top) * 0.09}
    ${600 - top}q-2 24-26 24H328q-24 0-26-24z" fill="${drink}"/>${inside}
  <path d="M282 250h34l24 376h-18q-20 0-22-20z" ${light}/><path d="M258 236h284l-2 16H260z" fill="#fff" fill-opacity=".6"/>`

const cube = (x: number, y: number, tilt: number) =>
  at(
    x,
    y,
    '<rect x="-34" y="-34" width="68" height="68" rx="12" fill="#fff" fill-opacity=".5"/>',
    `rotate(${tilt})`,
  )

const slice = (x: number, y: number, rind: string, flesh: string) =>
  at(x, y, `<circle r="62" fill="${rind}"/><circle r="52" fill="#fff6d8"/><circle r="46" fill="${flesh}"/>
    <path d="M0-46V46M-40-23L40 23M-40 23L40-23" stroke="#fff6d8" stroke-width="7"/>`) // prettier-ignore

export const lemonade = () =>
  `${glass('#e9e27a', 320,
    `${cube(352, 380, 12)}${cube(440, 350, -16)}${cube(400, 450, 20)}
    <path d="M340 520q40-30 60 10-40 26-60-10zM430 540q36-34 60 4-36 30-60-4z" fill="#5f9b4c"/>`)}
    ${slice(524, 256, '#e8c52a', '#f7e678')}
    <path d="M430 130l-60 460" stroke="#d8574a" stroke-width="15" stroke-linecap="round"/>
    <path d="M300 240q-30-70 20-90 40 40 10 96zM326 240q30-60 66-50-2 50-52 60z" fill="#5f9b4c"/>` // prettier-ignore

export const orangeJuice = () =>
  `${glass('#f39a2d', 300, `<path d="M290 300h220l-2 22H292z" fill="#ffc265"/>`)}
    ${slice(530, 262, '#ee8a1c', '#ffb443')}
    <path d="M400 140v440" stroke="#fff" stroke-opacity=".7" stroke-width="14" stroke-linecap="round"/>
    <g transform="translate(226 566)"><circle r="72" fill="#f08f20"/>
    <path d="M-60-40A72 72 0 0 1 20-68" stroke="#ffc26a" stroke-width="14" stroke-linecap="round" fill="none"/>
    <path d="M0-70q20-36 54-26-8 34-54 26z" fill="#5f9b4c"/></g>` // prettier-ignore

export const chocolateMilk = () =>
  `${steam}${glass('#f2e4cf', 290,
    `<path d="M306 520h188l-8 84q-2 20-24 20H338q-22 0-24-20z" fill="#7a4a2c"/>
      <path d="M306 520q30-50 60-10t60-14 68 24z" fill="#b9855c"/><path d="M300 290h200l-1 20H301z" fill="#fff"/>`)}
    <path d="M506 150l-70 330" stroke="#b8b0a4" stroke-width="10" stroke-linecap="round"/>
    <rect x="396" y="470" width="60" height="104" rx="10" fill="#4a2a1b" transform="rotate(12 426 520)"/>` // prettier-ignore
