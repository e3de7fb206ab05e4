import sharp, { type Sharp } from 'sharp'

/** What a made receipt says. */
export type ReceiptFacts = {
  amount: string
  date: string
  time: string
  reference: string
  payer: string
}

export const someReceipt: ReceiptFacts = {
  amount: '$1,250.00',
  date: '23/11/2026',
  time: '14:32:07',
  reference: '8301 5529 7714 0063',
  payer: 'María Fernanda López',
}

type Look = {
  width: number
  height: number
  font: string
  colors: { back: string; ink: string; soft: string; brand: string }
  /** Labels at the left and values at the right, labels above values, or both in the middle. */
  rows: 'apart' | 'stacked' | 'middle'
}

const light = { back: '#ffffff', ink: '#1c1c1c', soft: '#767676', brand: '#ec0000' }
const looks: Look[] = [
  { width: 1080, height: 2340, font: 'Roboto, sans-serif', colors: light, rows: 'apart' },
  {
    width: 1080,
    height: 2400,
    font: 'Liberation Sans, sans-serif',
    colors: { back: '#f2f3f7', ink: '#222b45', soft: '#8f9bb3', brand: '#009ee3' },
    rows: 'stacked',
  },
  {
    width: 720,
    height: 1600,
    font: 'DejaVu Sans, sans-serif',
    colors: { back: '#121212', ink: '#f5f5f5', soft: '#9e9e9e', brand: '#8a05be' },
    rows: 'apart',
  },
  {
    width: 1170,
    height: 2532,
    font: 'Liberation Mono, monospace',
    colors: { back: '#fffef7', ink: '#333333', soft: '#555555', brand: '#00a650' },
    rows: 'middle',
  },
]
export const LAYOUTS = looks.length

type Line = { x: number; y: number; size: number; fill: string; anchor: 'start' | 'middle' | 'end' }

/** A bank's receipt as it is on a phone's screen, in one of a few layouts, of which one is dark. */
export function drawReceipt(facts: ReceiptFacts, layout = 0): Sharp {
  const { width, height, font, colors, rows } = looks[layout]!
  const unit = width / 1080
  const middle = width / 2
  const text = (words: string, { x, y, size, fill, anchor }: Line) =>
    `<text x="${x}" y="${y * unit}" font-size="${size * unit}" fill="${fill}" text-anchor="${anchor}">${words}</text>`
  const centred = (words: string, y: number, size: number, fill = colors.ink) =>
    text(words, { x: middle, y, size, fill, anchor: 'middle' })
  const left = (words: string, y: number, size: number, fill: string) =>
    text(words, { x: 72 * unit, y, size, fill, anchor: 'start' })
  const right = (words: string, y: number) =>
    text(words, { x: width - 72 * unit, y, size: 36, fill: colors.ink, anchor: 'end' })
  const rowOf = {
    apart: (label: string, value: string, y: number) => left(label, y, 36, colors.soft) + right(value, y),
    stacked: (label: string, value: string, y: number) =>
      left(label, y, 32, colors.soft) + left(value, y + 50, 40, colors.ink),
    middle: (label: string, value: string, y: number) => centred(`${label}: ${value}`, y, 36),
  }[rows]
  const body = [
    left('10:24', 56, 34, colors.ink),
    `<circle cx="${middle}" cy="${170 * unit}" r="${60 * unit}" fill="${colors.brand}"/>`,
    centred('Transferencia exitosa', 340, 46),
    centred(facts.amount, 470, 92),
    ...rowsOf(facts).map(([label, value], n) => rowOf(label, value, 620 + n * 142)),
    centred('Conserva este comprobante para cualquier aclaración', 1990, 30, colors.soft),
    centred('Compartir', 2110, 40, colors.brand),
  ]
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}">` +
        `<rect width="100%" height="100%" fill="${colors.back}"/>${body.join('')}</svg>`,
    ),
  )
}

const rowsOf = ({ date, time, payer, reference }: ReceiptFacts): [string, string][] => [
  ['Fecha', date],
  ['Hora', `${time} h`],
  ['Ordenante', payer],
  ['Cuenta de origen', '•••• 4821'],
  ['Beneficiario', 'La Espiga Panadería'],
  ['Banco destino', 'Banco del Pacífico'],
  ['Concepto', 'Pago de pedido'],
  ['Referencia', reference],
  ['Comisión', '$0.00'],
]
