import { at, light, shade } from '../svg.ts'

/** A plate with a rim, on which pastry stands. */
const plate = (rim = '#fff') =>
  `<path d="M150 596h500q-20 44-110 46H260q-90-2-110-46z" fill="${rim}"/>
    <path d="M150 596h500q-4 12-16 20H166q-12-8-16-20z" ${shade}/>
    <ellipse cx="400" cy="594" rx="250" ry="24" fill="${rim}"/><ellipse cx="400" cy="594" rx="190" ry="16" ${shade}/>`

/** One croissant, its points towards us. */
const croissant = (tone: string, glaze: string) =>
  `<path d="M-230 96c-24-150 90-230 230-230S254-54 230 96c-4 26-40 30-58 6C130 50 70 30 0 30S-130 50-172 102c-18
    24-54 20-58-6z" fill="${tone}"/>
  <path d="M-84-116Q-40-30-52 36l-70 26q-10-96-46-116 40-44 84-62zM84-116Q40-30 52 36l70 26q10-96 46-116-40-44-84-62z" ${shade}/>
  <path d="M-196-20q50-84 150-98M-30-112q60-8 110 8" stroke="${glaze}" stroke-width="18" stroke-linecap="round" fill="none"/>`

export const butterCroissants = () =>
  `${plate()}${at(400, 420, croissant('#cf8a3f', '#ffe3ae'), 'scale(.8)')}${at(400, 520, croissant('#d99a4c', '#ffedc4'), 'scale(.92)')}`

export const leanCroissants = () =>
  `${plate('#f4efe6')}${at(330, 470, croissant('#b97431', '#e8b877'), 'rotate(-16) scale(.72)')}
    ${at(462, 520, croissant('#c07b36', '#efc486'), 'rotate(6) scale(.76)')}`

/** Sticks of dough with quince along them. */
export const vigilantes = () => {
  const stick = `<rect x="-210" y="-46" width="420" height="92" rx="46" fill="#d49549"/>
    <rect x="-210" y="-46" width="420" height="40" rx="20" ${light}/>
    <path d="M-170-8q170-26 340 0-10 30-170 30T-170-8z" fill="#a3262b"/>
    <path d="M-140-8q140-16 280-4" stroke="#fff" stroke-opacity=".45" stroke-width="8" stroke-linecap="round"
    fill="none"/><g fill="#fff" fill-opacity=".9"><circle cx="-150" cy="-24" r="5"/><circle cx="-60" cy="-30" r="5"/>
    <circle cx="50" cy="-30" r="5"/><circle cx="150" cy="-24" r="5"/></g>`
  return `${plate()}${at(400, 540, stick)}${at(398, 448, stick, 'rotate(-3) scale(.96)')}${at(404, 360, stick, 'rotate(2) scale(.9)')}`
}

/** Horns of puff pastry, filled. */
export const horns = () => {
  const horn = `<path d="M-150 40L120-96q64 40 64 120T120 120z" fill="#d89a4e"/>
    <path d="M-104 30q-4 20 6 42M-50 6q-8 36 6 78M10-24q-12 54 6 118M66-56q-14 66 6 156" stroke="#a9682c"
    stroke-width="10" fill="none" stroke-linecap="round"/><ellipse cx="126" cy="14" rx="62" ry="112" fill="#8a4b1f"/>
    <ellipse cx="130" cy="14" rx="50" ry="98" fill="#b5713a"/>
    <path d="M104-40q40-8 52 20M98 20q44-10 62 14M104 74q36-12 50 6" stroke="#d49a63" stroke-width="12"
    stroke-linecap="round" fill="none"/>`
  return `${plate()}${at(360, 500, horn, 'rotate(10) scale(.88)')}${at(446, 392, horn, 'rotate(-8) scale(.86)')}
    <g fill="#fff"><circle cx="300" cy="470" r="5"/><circle cx="350" cy="430" r="4"/><circle cx="392" cy="344" r="5"/>
    <circle cx="440" cy="320" r="4"/><circle cx="330" cy="520" r="4"/></g>`
}

/** Fried balls of dough, sugared, their filling looking out. */
export const doughBalls = () => {
  const ball = `<ellipse rx="120" ry="104" fill="#c47a32"/>
    <path d="M-120 0q120 46 240 0-10 18-10 22-110 40-220 0z" fill="#f1cf98"/>
    <path d="M-110-30Q-80-98 0-102q70 2 104 54-60-40-110-30T-110-30z" ${light}/>
    <path d="M60-54q40 6 46 34-30 22-54 0-8-22 8-34z" fill="#8d4a1d"/><g fill="#fff" fill-opacity=".95">
    <circle cx="-60" cy="-60" r="6"/><circle cx="-10" cy="-76" r="6"/><circle cx="20" cy="-40" r="5"/>
    <circle cx="-40" cy="-24" r="5"/><circle cx="-84" cy="-30" r="5"/><circle cx="30" cy="-82" r="5"/>
    <circle cx="-26" cy="60" r="5"/><circle cx="50" cy="56" r="5"/></g>`
  return `${plate()}${at(300, 500, ball)}${at(508, 500, ball)}${at(404, 340, ball)}`
}

/** A box of a dozen, seen from above. */
export const dozen = () => {
  const kinds = [croissant('#cf8a3f', '#ffe3ae'),
    `<ellipse rx="220" ry="190" fill="#c47a32"/><circle r="70" fill="#8d4a1d"/>
    <circle cx="-90" cy="-90" r="14" fill="#fff"/><circle cx="60" cy="-120" r="14" fill="#fff"/>
    <circle cx="110" cy="80" r="14" fill="#fff"/>`,
    `<rect x="-220" y="-70" width="440" height="140" rx="70" fill="#d49549"/>
    <rect x="-170" y="-26" width="340" height="52" rx="26" fill="#a3262b"/>`] // prettier-ignore
  const cells = Array.from({ length: 12 }, (_, n) => {
    const tilt = n % 3 === 0 ? -12 : 8
    return at(236 + (n % 4) * 110, 300 + Math.floor(n / 4) * 116, kinds[(n * 2 + Math.floor(n / 4)) % 3]!, `rotate(${tilt}) scale(.21)`)
  }) // prettier-ignore
  return `<rect x="150" y="216" width="500" height="400" rx="16" fill="#c98f8f"/>
    <rect x="166" y="232" width="468" height="368" rx="10" fill="#fdf3ea"/><path d="M166 232h468v22H166z" ${shade}/>
    ${cells.join('')}
  <path d="M150 150h500v70H150z" fill="#e0a9a6"/><path d="M150 204h500v16H150z" ${shade}/>
    <path d="M360 172h80v22h-80z" fill="#fff" fill-opacity=".7"/>`
}

/** A half moon of dough, its edge folded. */
export const empanadas = () => {
  const one = (tone: string) =>
    `<path d="M-190 70C-190-70-90-130 0-130S190-70 190 70q0 24-30 24h-320q-30 0-30-24z" fill="${tone}"/>
      <path d="M-190 70C-190-70-90-130 0-130c30 0 62 8 92 22C-40-100-130-40-140 94h-20q-30 0-30-24z" ${light}/>
      <path d="M-186 78q16 34 46 6 16 34 46 6 16 34 47 6 16 34 47 6 16 34 47 6 16 34 46 6 16 30 46-8" fill="#c4833c"
      stroke="#a5672a" stroke-width="7" stroke-linejoin="round"/><g fill="#9c5c24" fill-opacity=".6">
      <circle cx="-60" cy="-40" r="10"/><circle cx="20" cy="-70" r="8"/><circle cx="70" cy="-10" r="11"/></g>`
  return `${plate('#e8f0ee')}${at(470, 350, one('#c68a40'), 'rotate(6) scale(.82)')}${at(380, 500, one('#dba55c'))}`
}

/** Thin sandwiches without crust, in a pile. */
export const crumbSandwiches = () => {
  const layer = (y: number, filling: string) =>
    `<rect x="220" y="${y}" width="360" height="26" rx="6" fill="#fdf4e0"/>
      <rect x="214" y="${y + 24}" width="372" height="13" rx="6" fill="${filling}"/>
      <rect x="220" y="${y + 35}" width="360" height="26" rx="6" fill="#f7e9cb"/>`
  return `${plate()}${[['#e88f8a', 530], ['#8fae52', 462], ['#f0c04c', 394], ['#e88f8a', 326]].map(([filling, y]) =>
    layer(Number(y), String(filling))).join('')}<path d="M500 326h80v266h-80z" ${shade}/>
    <path d="M400 212v112" stroke="#a5794b" stroke-width="8"/><circle cx="400" cy="246" r="26" fill="#6f8f3f"/>
    <circle cx="400" cy="246" r="10" fill="#c33b2b"/>`
} // prettier-ignore
