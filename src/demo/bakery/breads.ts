import { at, light, shade } from '../svg.ts'

const crust = '#c57b3a'
const dark = '#9c5a26'
const pale = '#eac38c'

/** A board of wood, as long as what lies on it. */
const board = (width: number) =>
  `<rect x="${400 - width / 2}" y="604" width="${width}" height="34" rx="17" fill="#b98455"/>
    <rect x="${400 - width / 2}" y="604" width="${width}" height="13" rx="6.500" fill="#d3a273"/>`

const score = (x: number, y: number, tilt: number) =>
  at(
    x,
    y,
    `<path d="M-52 0Q0-34 52 0 0 16-52 0z" fill="${pale}"/>
      <path d="M-52 0Q0-34 52 0" fill="none" stroke="${dark}" stroke-opacity=".5" stroke-width="6" stroke-linecap="round"/>`,
    `rotate(${tilt})`,
  )

/** A round loaf, its cuts opened in the oven. */
export const countryLoaf = () => `${board(520)}
  <path d="M166 560c-14-150 92-252 234-252s248 102 234 252q-4 46-60 46H226q-56 0-60-46z" fill="${crust}"/>
  <path d="M166 560c-14-150 92-252 234-252 40 0 76 8 108 22-170-10-280 90-282 276-34-2-57-16-60-46z" ${light}/>
  <path d="M634 560q-4 46-60 46H226q-40 0-53-24 240 22 455-90 8 32 6 68z" ${shade}/>
  ${score(300, 400, -38)}${score(398, 366, -4)}${score(500, 404, 36)}
  <g fill="#fff7e6" fill-opacity=".7"><circle cx="238" cy="486" r="7"/><circle cx="274" cy="524" r="5"/>
    <circle cx="352" cy="470" r="6"/><circle cx="448" cy="480" r="7"/><circle cx="540" cy="500" r="6"/>
    <circle cx="576" cy="456" r="5"/><circle cx="404" cy="540" r="5"/></g>`

/** Two long loaves in a paper bag. */
export const baguettes = () => {
  const one = `<rect x="-46" y="-290" width="92" height="560" rx="46" fill="${crust}"/>
    <rect x="-46" y="-290" width="34" height="560" rx="17" ${light}/><g fill="${pale}">
    <path d="M-30-210q50-22 62 18-46-14-62-18zM-30-120q50-22 62 18-46-14-62-18zM-30-30q50-22 62 18-46-14-62-18z"/></g>`
  return `${at(346, 380, one, 'rotate(-9)')}${at(470, 370, one, 'rotate(8)')}
  <path d="M262 352h276l-20 284H282z" fill="#f5ecdc"/>
    <path d="M262 352l23 18 23-18 23 18 23-18 23 18 23-18 23 18 23-18 23 18 23-18 23 18 23-18v30H264z"
    fill="#fffaf0"/><path d="M480 352h58l-20 284h-46z" ${shade}/>
  <path d="M400 446v120M400 470q-30-4-34-34 32 2 34 34zM400 470q30-4 34-34-32 2-34 34zM400 512q-30-4-34-34 32 2 34
    34zM400 512q30-4 34-34-32 2-34 34zM400 552q-30-4-34-34 32 2 34 34zM400 552q30-4 34-34-32 2-34 34z" fill="#c98f3e"
    stroke="#c98f3e" stroke-width="5"/>`
}

/** A loaf from the tin, some slices cut. */
export const tinLoaf = () => {
  const slice = `<path d="M-78 74V-44c-22-16-22-62 18-66H60c40 4 40 50 18 66V74z" fill="${dark}"/>
    <path d="M-64 60V-52c-18-12-18-42 10-46H54c28 4 28 34 10 46V60z" fill="#f0d7ae"/><g fill="#c99f68">
    <circle cx="-30" cy="-50" r="7"/><circle cx="12" cy="-20" r="6"/><circle cx="36" cy="-64" r="5"/>
    <circle cx="-16" cy="24" r="6"/><circle cx="34" cy="30" r="7"/></g>`
  return `${board(520)}<path d="M330 604V396c-26-20-26-72 22-78h210c56 4 62 56 36 78v208z" fill="${crust}"/>
    <path d="M330 604V396c-26-20-26-72 22-78h210c22 2 36 12 42 24H380c-30 20-20 60-10 90v172z" ${light}/>
    <path d="M540 318h22c56 4 62 56 36 78v208h-40V400c14-30 10-66-18-82z" ${shade}/>
  ${at(354, 528, slice)}${at(262, 530, slice, 'rotate(-7)')}`
}

/** A flat bread with rosemary, olives and coarse salt. */
export const focaccia = () => {
  const sprig = `<path d="M0-44V44" stroke="#5b7a3c" stroke-width="7" stroke-linecap="round"/>
    <path d="M0-26l-22-14M0-26l22-14M0-4l-24-14M0-4l24-14M0 18l-22-14M0 18l22-14" stroke="#6f9148" stroke-width="9"
    stroke-linecap="round"/>`
  const olive = `<ellipse rx="26" ry="22" fill="#4d4a2c"/><ellipse rx="10" ry="8" fill="#2f2d1c"/>
    <ellipse cx="-9" cy="-9" rx="6" ry="4" fill="#fff" fill-opacity=".5"/>`
  return `<rect x="160" y="246" width="480" height="376" rx="60" fill="${dark}"/>
    <rect x="160" y="232" width="480" height="370" rx="60" fill="${crust}"/>
    <rect x="184" y="252" width="432" height="326" rx="46" fill="#e2ac66"/>
  <g fill="${crust}" fill-opacity=".55"><ellipse cx="262" cy="320" rx="26" ry="18"/>
    <ellipse cx="402" cy="300" rx="24" ry="16"/><ellipse cx="548" cy="330" rx="26" ry="18"/>
    <ellipse cx="300" cy="520" rx="26" ry="18"/><ellipse cx="466" cy="530" rx="26" ry="18"/>
    <ellipse cx="560" cy="486" rx="20" ry="14"/><ellipse cx="236" cy="440" rx="20" ry="14"/></g>
  ${at(330, 386, sprig, 'rotate(-34)')}${at(500, 420, sprig, 'rotate(28)')}${at(390, 500, sprig, 'rotate(72)')}
    ${at(262, 366, olive)}${at(436, 346, olive)}${at(572, 400, olive)}${at(318, 462, olive)}${at(520, 500, olive)}
  <g fill="#fff"><rect x="360" y="330" width="11" height="11" rx="2"/>
    <rect x="470" y="300" width="11" height="11" rx="2"/><rect x="232" y="500" width="11" height="11" rx="2"/>
    <rect x="440" y="470" width="11" height="11" rx="2"/><rect x="572" y="548" width="11" height="11" rx="2"/>
    <rect x="290" y="290" width="11" height="11" rx="2"/></g>`
}

/** A cut loaf with nuts and raisins in its crumb. */
export const nutLoaf = () => `${board(520)}
  <path d="M300 606c-60-130 10-250 150-250s210 120 176 224q-8 26-50 26z" fill="${dark}"/>
    <path d="M450 356c140 0 210 120 176 224q-8 26-50 26h-90c60-60 50-210-36-250z" fill="${crust}"/>
    <path d="M540 400q20 60 6 120M596 450q16 40 4 90" stroke="${pale}" stroke-width="12" stroke-linecap="round" fill="none"/>
  <path d="M178 606c-40-130 40-260 172-260s206 130 166 260z" fill="${dark}"/>
    <path d="M200 596c-30-116 40-226 150-226s178 110 146 226z" fill="#efd6ab"/>
  <g fill="#8a5a32"><path d="M284 440q30-20 40 8-20 30-40-8zM400 430q34-12 36 18-28 20-36-18zM330 520q28-24 44 4-16
    32-44-4zM244 540q24-20 36 4-14 26-36-4zM420 540q30-16 38 10-22 24-38-10z"/></g><g fill="#4a2333">
    <circle cx="356" cy="410" r="12"/><circle cx="290" cy="500" r="12"/><circle cx="396" cy="492" r="12"/>
    <circle cx="344" cy="572" r="11"/><circle cx="460" cy="494" r="11"/><circle cx="250" cy="488" r="10"/></g>`

/** Small rolls in a basket. */
export const rolls = (tone = '#d9a05a') => {
  const roll = `<ellipse rx="92" ry="68" fill="${tone}"/>
    <path d="M-92 0a92 68 0 0 1 130-62C-20-50-60-20-62 50A92 68 0 0 1-92 0z" ${light}/>
    <path d="M-34-26Q0-52 40-30" stroke="#fff3d6" stroke-width="13" stroke-linecap="round" fill="none" stroke-opacity=".8"/>`
  return `${at(300, 350, roll)}${at(480, 340, roll)}${at(392, 404, roll)}${at(246, 440, roll)}${at(548, 440, roll)}${at(400, 474, roll)}
  <path d="M166 466h468l-46 144q-8 30-40 30H252q-32 0-40-30z" fill="#b07a45"/>
    <path d="M166 466h468l-6 30H172z" fill="#8d5c2e"/>
    <path d="M184 528h432M198 574h404" stroke="#8d5c2e" stroke-width="9"/>
    <path d="M250 496l22 144M330 496l12 144M410 496v144M490 496l-12 144M560 496l-22 144" stroke="#d9a873" stroke-width="13"/>`
}
