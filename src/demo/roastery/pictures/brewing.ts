import { light, shade } from '../../svg.ts'
import type { Draw } from './picture.ts'

/** A cone of ceramic on a glass server. */
export const dripper: Draw = ({ main, accent }) => `
  <path d="M246 196h308l-98 178H344z" fill="${main}"/><path d="M246 196h58l66 178h-26z" fill="#fff"/>
    <path d="M500 196h54l-98 178h-20z" ${shade}/>
  <path d="M236 172h328v30H236z" fill="${accent}"/>
    <path d="M300 250l40 100M400 250v100M500 250l-40 100" stroke="${accent}" stroke-opacity=".35" stroke-width="8"
    stroke-linecap="round"/>
  <path d="M554 220q70-8 66 46t-96 46" fill="none" stroke="${accent}" stroke-width="20"/>
  <path d="M312 374h176v24H312z" fill="${accent}"/><path d="M392 398h16v70h-16z" fill="#5b3420"/>
  <path d="M300 410h200l44 190q8 40-32 40H288q-40 0-32-40z" fill="#fff" fill-opacity=".6"/>
  <path d="M278 506h244l22 94q8 40-32 40H288q-40 0-32-40z" fill="#5b3420"/><path d="M278 506h244l4 18H274z" fill="#8a5536"/>`

/** A stand of wood with a cloth bag over a cup. */
export const stand: Draw = ({ main, accent }) => `
  <rect x="212" y="612" width="376" height="30" rx="8" fill="${main}"/>
    <rect x="236" y="168" width="28" height="446" fill="${main}"/><rect x="536" y="168" width="28" height="446" fill="${main}"/>
  <rect x="212" y="148" width="376" height="34" rx="8" fill="${main}"/>
    <path d="M212 166h376v16H212zM212 630h376v12H212zM252 182h12v430h-12zM552 182h12v430h-12z" ${shade}/>
  <ellipse cx="400" cy="184" rx="86" ry="14" fill="#6b4a2a"/>
    <path d="M316 184h168l-62 232q-22 40-44 0z" fill="${accent}"/>
    <path d="M372 300h56l-6 116q-22 40-44 0z" fill="#8a5a35" fill-opacity=".75"/>
  <path d="M396 436h8v52h-8z" fill="#5b3420"/><path d="M330 484h140v86q0 44-44 44h-52q-44 0-44-44z" fill="#fff"/>
    <path d="M330 484h140v20H330z" fill="#5b3420"/>
    <path d="M470 504q50-4 46 36t-52 34" fill="none" stroke="#fff" stroke-width="16"/>`

/** A press of glass in a frame. */
export const press: Draw = ({ main, accent }) => `
  <path d="M392 110h16v120h-16z" fill="${main}"/><circle cx="400" cy="108" r="24" fill="${main}"/>
  <rect x="270" y="220" width="260" height="44" rx="16" fill="${main}"/><path d="M262 244l-34 20 34 26z" fill="#fff" fill-opacity=".7"/>
  <rect x="276" y="264" width="248" height="356" rx="12" fill="#fff" fill-opacity=".65"/>
    <rect x="276" y="372" width="248" height="248" rx="12" fill="${accent}"/>
    <path d="M276 372h248v26H276z" fill="#fff" fill-opacity=".3"/>
  <path d="M276 296h248v18H276zM276 556h248v18H276z" fill="${main}"/><path d="M276 264h18v356h-18zM506 264h18v356h-18z" fill="${main}"/>
  <path d="M524 300h60q40 0 40 40v160q0 40-40 40h-60" fill="none" stroke="${main}" stroke-width="28"/>
  <path d="M262 612h276v28H262z" fill="${main}"/><rect x="312" y="410" width="22" height="120" rx="11" ${light}/>`

/** A hand grinder with its crank. */
export const grinder: Draw = ({ main, accent }) => `
  <path d="M400 186l164-42" stroke="#6f7478" stroke-width="18" stroke-linecap="round"/>
    <circle cx="572" cy="132" r="34" fill="${accent}"/><rect x="384" y="170" width="32" height="50" fill="#6f7478"/>
  <path d="M306 216h188l12 40H294z" fill="#8b9094"/><rect x="296" y="256" width="208" height="230" fill="${main}"/>
    <path d="M296 256h46v230h-46z" ${light}/><path d="M458 256h46v230h-46z" ${shade}/>
  <path d="M296 336h208v72H296z" fill="${accent}"/>
    <path d="M296 354h208M296 372h208M296 390h208" stroke="#000" stroke-opacity=".16" stroke-width="5"/>
  <rect x="288" y="486" width="224" height="26" fill="#8b9094"/>
    <path d="M300 512h200v104q0 24-24 24H324q-24 0-24-24z" fill="${main}"/>
    <path d="M300 512h200v104q0 24-24 24H324q-24 0-24-24z" ${shade}/>`

/** A kettle with the neck of a swan. */
export const kettle: Draw = ({ main, accent }) => `
  <path d="M300 590C200 580 226 420 168 372l-26-12" fill="none" stroke="${main}" stroke-width="30" stroke-linecap="round"/>
  <path d="M500 306h90q44 0 40 44l-20 180" fill="none" stroke="${accent}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round"/>
  <path d="M310 300h216l46 300q6 40-34 40H298q-40 0-34-40z" fill="${main}"/><path d="M310 300h50l-36 340h-26q-40 0-34-40z" ${light}/>
  <path d="M318 262h200l10 44H308z" fill="${main}"/><path d="M318 262h200l10 44H308z" fill="#fff" fill-opacity=".12"/>
    <rect x="402" y="236" width="32" height="28" fill="${main}"/><circle cx="418" cy="222" r="24" fill="${accent}"/>`

/** A stack of paper filters, one open. */
export const filters: Draw = ({ main, accent }) => `
  <path d="M196 330h300L346 600z" fill="${main}" transform="rotate(-8 346 465)"/>
    <path d="M228 322h300L378 600z" fill="${main}" transform="rotate(-3 378 460)"/>
    <path d="M228 322h300L378 600z" ${shade} transform="rotate(-3 378 460)"/>
  <path d="M270 300h320L430 610z" fill="#fbf5e8"/>
    <path d="M270 300h320l-18 36H288z" fill="${main}" fill-opacity=".5"/>
    <path d="M270 300q160-90 320 0-160 60-320 0z" fill="${accent}" fill-opacity=".55"/>
  <path d="M446 586L586 314" stroke="${accent}" stroke-width="6" stroke-dasharray="12 12"/>`
