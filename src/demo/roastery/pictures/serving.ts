import { light, shade } from '../../svg.ts'
import type { Draw } from './picture.ts'

const steam = (x: number, y: number) =>
  `<path d="M${x} ${y}c-26-34 26-50 0-84M${x + 56} ${y}c-26-34 26-50 0-84" fill="none" stroke="#fff"
    stroke-opacity=".8" stroke-width="13" stroke-linecap="round"/>`

/** A mug with a hill painted on it. */
export const mug: Draw = ({ main, accent }) => `
  ${steam(346, 262)}
  <path d="M532 356h44q74 0 74 80t-84 86h-44" fill="none" stroke="${main}" stroke-width="34"/>
  <path d="M218 290h328v270q0 80-80 80H298q-80 0-80-80z" fill="${main}"/><path d="M218 290h60v346q-60-10-60-76z" ${light}/>
  <ellipse cx="382" cy="292" rx="164" ry="26" fill="${accent}"/><ellipse cx="382" cy="296" rx="144" ry="18" fill="#4b2a18"/>
  <path d="M270 560l80-130 34 44 30-32 86 118z" fill="${accent}" fill-opacity=".9"/><circle cx="446" cy="412" r="22" fill="${accent}"/>`

/** Two small cups on their saucers. */
export const cups: Draw = ({ main, accent }) => {
  const cup = (x: number, y: number, body: string) =>
    `<g transform="translate(${x} ${y})"><ellipse cx="120" cy="168" rx="150" ry="28" fill="${body}"/>
      <ellipse cx="120" cy="168" rx="150" ry="28" ${shade}/>
      <ellipse cx="120" cy="160" rx="150" ry="26" fill="${body}"/>
      <path d="M206 50h18q40 0 38 36t-64 36" fill="none" stroke="${body}" stroke-width="18"/>
      <path d="M24 20h196q0 142-70 144H94Q24 162 24 20z" fill="${body}"/>
      <path d="M24 20h40q2 120 44 144H94Q24 162 24 20z" ${light}/>
      <ellipse cx="122" cy="22" rx="98" ry="18" fill="#c98b4a"/><ellipse cx="122" cy="25" rx="84" ry="13" fill="#5b3420"/></g>`
  return `${steam(476, 344)}${cup(398, 366, accent)}${cup(126, 462, main)}`
}

/** A tumbler with its lid. */
export const tumbler: Draw = ({ main, accent }) => `
  <path d="M270 220h260l-34 390q-2 30-32 30H336q-30 0-32-30z" fill="${main}"/>
    <path d="M270 220h54l20 420h-8q-30 0-32-30z" ${light}/><path d="M482 220h48l-34 390q-2 30-32 30h-14z" ${shade}/>
  <path d="M281 346h238l-10 116H291z" fill="${accent}"/><path d="M330 440l46-64 20 24 18-18 52 58z" fill="#fff" fill-opacity=".9"/>
  <rect x="252" y="168" width="296" height="58" rx="18" fill="#2b2b30"/>
    <path d="M290 130h180q20 0 20 38H270q0-38 20-38z" fill="#3a3a40"/>
    <rect x="420" y="118" width="50" height="22" rx="8" fill="#2b2b30"/>`

/** A gift box with a ribbon. */
export const box: Draw = ({ main, accent }) => `
  <rect x="200" y="318" width="400" height="322" rx="8" fill="${main}"/><path d="M200 318h400v40H200z" ${shade}/>
  <rect x="178" y="256" width="444" height="84" rx="8" fill="${main}"/><path d="M178 256h444v22H178z" ${light}/>
  <path d="M364 256h72v384h-72z" fill="${accent}"/><path d="M376 256h10v384h-10zM414 256h10v384h-10z" fill="#fff" fill-opacity=".55"/>
  <path d="M400 250C340 130 220 150 232 206c10 44 108 44 168 44zM400 250c60-120 180-100 168-44-10 44-108 44-168 44z"
    fill="${accent}"/><path d="M390 240c-40-66-104-70-112-36-4 26 58 36 112 36zM410 240c40-66 104-70 112-36 4 26-58
    36-112 36z" ${shade}/><circle cx="400" cy="244" r="26" fill="${accent}"/>
  <path d="M226 600l54-92 26 34 20-24 30 52v30zM446 600l50-84 22 30 18-22 48 76z" fill="#fff" fill-opacity=".28"/>`

/** A parcel by post, with a bag looking out. */
export const parcel: Draw = ({ main, accent }) => `
  <path d="M282 190h150v230H282z" fill="${accent}"/><path d="M282 190h150v36H282z" ${shade}/>
    <rect x="304" y="262" width="106" height="110" rx="6" fill="#fffaf0"/>
    <path d="M318 352l30-44 14 16 12-12 24 40z" fill="${accent}"/>
  <path d="M424 236h112v190H424z" fill="#b4532a"/><path d="M424 236h112v30H424z" ${shade}/>
    <rect x="440" y="296" width="80" height="84" rx="6" fill="#fffaf0"/><circle cx="480" cy="338" r="22" fill="#f6c667"/>
  <path d="M196 400h408v240H196z" fill="${main}"/>
    <path d="M196 400l-52-70h150l38 70zM604 400l52-70H506l-38 70z" fill="${main}"/>
    <path d="M196 400l-52-70h150l38 70zM604 400l52-70H506l-38 70z" ${light}/><path d="M196 400h408v26H196z" ${shade}/>
  <rect x="372" y="426" width="56" height="214" fill="#fff" fill-opacity=".3"/>
    <rect x="452" y="520" width="118" height="80" rx="6" fill="#fffaf0"/>
    <path d="M468 546h86M468 570h56" stroke="${accent}" stroke-width="9" stroke-linecap="round"/>`
