import { light, picture, shade } from '../svg.ts'

export const steel = '#aab4bd'
export const darkSteel = '#75818c'
export const paleSteel = '#d5dce2'
export const wood = '#c58f54'
export const brass = '#d2a23c'
export const copper = '#c4713f'
export const ink = '#2f353b'

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
export const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
export const dim = (d: string) => `<path d="${d}" ${shade}/>`
export const lit = (d: string) => `<path d="${d}" ${light}/>`

const holes = Array.from({ length: 49 }, (_, n) =>
  disc(64 + (n % 7) * 112, 64 + Math.floor(n / 7) * 112, 7, '#000'),
).join('')
const board = `<g opacity=".06">${holes}</g>`

/** A thing that hangs on the wall of the shop, turned. */
export const hung = (ground: string, thing: string, turn = 0) =>
  picture(ground, `${board}<g transform="rotate(${turn} 400 400)">${thing}</g>`, 0)

/** A thing that stands on the counter. */
export const stood = (ground: string, thing: string, shadow = 210) =>
  picture(ground, `${board}${thing}`, shadow)
