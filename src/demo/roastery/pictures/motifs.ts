import type { Motif } from './picture.ts'

type DrawMotif = (main: string, accent: string) => string

const rays = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * 2 * Math.PI
    const at = (radius: number) =>
      `${Math.round(radius * Math.cos(angle))} ${Math.round(radius * Math.sin(angle))}`
    return `M${at(from)}L${at(to)}`
  }).join('')

const cloud = (x: number, y: number) =>
  `<path d="M${x} ${y}a26 26 0 0 1 8-51a38 38 0 0 1 70-6a29 29 0 0 1 16 57z"/>`

const petals = [0, 72, 144, 216, 288]
  .map((angle) => `<ellipse cy="-44" rx="24" ry="40" transform="rotate(${angle})"/>`)
  .join('')

/** Each around its own middle, some 200 wide and 170 high. */
export const motifs: Record<Motif, DrawMotif> = {
  volcano: (main, accent) =>
    `<circle cx="48" cy="-42" r="30" fill="${accent}"/><path d="M-110 80L-32-46l14 10 16-10L76 80z" fill="${main}"/>
      <path d="M-32-46l14 10 16-10 16 26-16-6-14 12-18-12-14 6z" fill="#fff" fill-opacity=".85"/>
      <path d="M10 80l46-70 54 70z" fill="${main}" fill-opacity=".6"/>`,
  clouds: (main, accent) =>
    `<path d="M-110 80L-20-60 80 80z" fill="${main}"/><g fill="${accent}">${cloud(-96, 52)}${cloud(4, 20)}</g>`,
  leaf: (main, accent) =>
    `<path d="M-80 70C-90-40-10-90 90-80 96 10 50 80-80 70z" fill="${main}"/>
      <path d="M-92 84L60-52M-40 36l4-60M-4 4l6-54M-36 34l58 6M4 0l52 2" stroke="${accent}" stroke-width="7"
      stroke-linecap="round" fill="none"/>`,
  lake: (main, accent) =>
    `<circle cx="-44" cy="-44" r="28" fill="${accent}"/><path d="M-40 24L36-74l74 98z" fill="${main}"/>
      <path d="M-110 24L-56-30l54 54z" fill="${main}" fill-opacity=".6"/>
      <path d="M-110 46q18-14 37 0t37 0 37 0 37 0 37 0 35 0M-110 74q18-14 37 0t37 0 37 0 37 0 37 0 35 0"
      stroke="${main}" stroke-width="9" fill="none"/>`,
  rain: (main, accent) =>
    `<g fill="${main}" transform="translate(-62 -6) scale(1.35)">${cloud(0, 0)}</g>
      <path d="M-62 24l-12 30M-22 24l-12 30M18 24L6 54M58 24L46 54M-42 56l-10 26M-2 56l-10 26M38 56L28 82"
      stroke="${accent}" stroke-width="9" stroke-linecap="round"/>
      <path d="M-62 24l-12 30M-22 24l-12 30M18 24L6 54M58 24L46 54M-42 56l-10 26M-2 56l-10 26M38 56L28 82"
      stroke="${main}" stroke-opacity=".4" stroke-width="9" stroke-linecap="round"/>`,
  cherry: (main, accent) =>
    `<path d="M-36 30C-36-30-10-60 40-78M40 40C40-10 40-50 40-78" stroke="#5d6b3a" stroke-width="8" fill="none"/>
      <path d="M40-78c-50-14-76 0-92 26 44 10 76 2 92-26z" fill="#7c8f4b"/>
      <circle cx="-36" cy="44" r="38" fill="${main}"/><circle cx="42" cy="48" r="38" fill="${main}"/>
      <circle cx="-48" cy="32" r="10" fill="${accent}"/><circle cx="30" cy="36" r="10" fill="${accent}"/>`,
  flower: (main, accent) => `<g fill="${main}">${petals}</g><circle r="24" fill="${accent}"/>`,
  sun: (main, accent) =>
    `<circle r="42" fill="${main}"/><path d="${rays(12, 56, 84)}" stroke="${accent}" stroke-width="11" stroke-linecap="round"/>`,
  fire: (main, accent) =>
    `<path d="M0 84C-60 84-70 30-48-6-40 14-30 16-24 8-34-30-8-64 22-86 16-50 66-30 62 26 60 64 34 84 0 84z"
      fill="${main}"/><path d="M2 84c-30 0-38-28-22-52 6 10 12 10 16 4-2-18 8-32 20-42 0 20 22 34 20 56-2 22-16 34-34
      34z" fill="${accent}"/>`,
  moon: (main, accent) =>
    `<path d="M30-80A84 84 0 1 0 72 52 70 70 0 1 1 30-80z" fill="${main}"/>
      <g fill="${accent}" stroke="${main}" stroke-width="4">
      <path d="M50-44l7 16 17 3-13 12 4 17-15-9-15 9 4-17-13-12 17-3z"/><circle cx="24" cy="20" r="9"/></g>`,
  bean: (main, accent) =>
    `<g transform="rotate(-24)"><ellipse rx="62" ry="84" fill="${main}"/>
      <path d="M4-82C-34-30 34 30-4 82" stroke="${accent}" stroke-width="12" fill="none" stroke-linecap="round"/></g>`,
}
