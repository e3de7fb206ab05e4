import { motifs } from './motifs.ts'
import { light, shade } from '../../svg.ts'
import type { Draw } from './picture.ts'

/** A bag with a tin tie, its origin printed on the label. */
export const bag: Draw = ({ main, accent, motif = 'bean' }) => `
  <path d="M252 176h296l20 432q2 32-30 32H262q-32 0-30-32z" fill="${main}"/>
  <path d="M252 176h44l-16 464h-18q-32 0-30-32z" ${light}/><path d="M504 176h44l20 432q2 32-30 32h-18z" ${shade}/>
  <path d="M244 128h312v62H244z" fill="${main}"/><path d="M244 128h312v62H244z" ${shade}/>
  <path d="M232 150h336v16H232z" fill="${accent}"/><circle cx="400" cy="234" r="9" ${shade}/>
  <rect x="286" y="272" width="228" height="284" rx="10" fill="#fffaf0"/>
  <svg x="286" y="272" width="228" height="206" viewBox="-114 -103 228 206">${motifs[motif](main, accent)}</svg>
  <path d="M316 500h168" stroke="${main}" stroke-width="13" stroke-linecap="round"/>
  <path d="M346 528h108" stroke="${main}" stroke-opacity=".45" stroke-width="9" stroke-linecap="round"/>`

/** A bottle of cold brew beside a glass with ice. */
export const bottle: Draw = ({ main, accent }) => `
  <path d="M268 150h92v74q0 18 16 34 26 24 26 62v284q0 36-36 36H262q-36 0-36-36V320q0-38 26-62 16-16 16-34z" fill="${main}"/>
  <path d="M268 224q0 18-16 34-26 24-26 62v284q0 36 36 36h10V150z" ${light}/>
  <rect x="262" y="122" width="104" height="46" rx="10" fill="${accent}"/><path d="M262 150h104v18H262z" ${shade}/>
  <rect x="226" y="360" width="176" height="168" fill="#fffaf0"/>
  <circle cx="314" cy="424" r="40" fill="${accent}"/><path d="M254 470l44-62 18 20 14-16 44 58z" fill="${main}"/>
  <path d="M268 500h92" stroke="${main}" stroke-width="11" stroke-linecap="round"/>
  <path d="M440 392h168l-22 226q-2 22-24 22h-76q-22 0-24-22z" fill="#fff" fill-opacity=".55"/>
  <path d="M446 450h156l-16 166q-2 24-24 24h-76q-22 0-24-24z" fill="${main}" fill-opacity=".88"/>
  <g fill="#fff" fill-opacity=".6">
    <rect x="474" y="428" width="52" height="52" rx="8" transform="rotate(-12 500 454)"/>
    <rect x="534" y="440" width="46" height="46" rx="8" transform="rotate(16 557 463)"/>
    <rect x="500" y="494" width="44" height="44" rx="8" transform="rotate(8 522 516)"/></g>`
