import { fold } from '../../core/values/text.ts'

const trueWords = new Set([
  '1', 'true', 'yes', 'y', 'si', 's', 'sim', 'v', 'verdadero', 'verdadeiro', 'x', 'on', 'active', 'activo', 'activa', 'activado',
  'ativo', 'ativa', 'ativado', 'enabled', 'habilitado', 'habilitada', 'published', 'publish', 'publicado', 'publicada', 'visible',
  'visivel', 'mostrar', 'available', 'disponible', 'disponivel', 'catalog', 'a la venta', 'en venta',
]) // prettier-ignore
const falseWords = new Set([
  '0', '-1', 'false', 'no', 'n', 'nao', 'f', 'falso', 'off', 'inactive', 'inactivo', 'inactiva', 'inativo', 'inativa', 'disabled',
  'deshabilitado', 'deshabilitada', 'desactivado', 'desactivada', 'desativado', 'desativada', 'desabilitado', 'unpublished',
  'despublicado', 'despublicada', 'no publicado', 'nao publicado', 'hidden', 'oculto', 'oculta', 'ocultar', 'escondido', 'invisible',
  'no visible', 'invisivel', 'not visible', 'draft', 'borrador', 'rascunho', 'archived', 'archivado', 'archivada', 'arquivado',
  'unlisted', 'private', 'privado', 'privada', 'pending', 'pendiente', 'pendente', 'paused', 'pausado', 'pausada', 'en pausa',
  'unavailable', 'not available', 'no disponible', 'indisponivel', 'nao disponivel', 'staging', 'search', 'whitelist only',
  'proposed', 'rejected', 'discontinued', 'descontinuado', 'descontinuada', 'agotado', 'agotada', 'esgotado', 'sold out',
]) // prettier-ignore

/** Whether a cell says yes or no; undefined where it says neither. `own`: words of its format, which come first. */
export function parseBoolean(cell = '', own: Record<string, boolean> = {}): boolean | undefined {
  const word = wordIn(cell)
  if (Object.hasOwn(own, word)) return own[word]
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : undefined
}

/** What a cell says about whether something can be bought: `order` also where there is none in stock. */
export type Availability = 'in' | 'out' | 'order'

const availabilities: Record<Availability, ReadonlySet<string>> = {
  in: new Set(['in stock', 'instock', 'en stock', 'con stock', 'em estoque', 'hay', 'hay existencias', 'en existencia']),
  out: new Set([
    'out of stock', 'outofstock', 'sin stock', 'sem estoque', 'sin existencias', 'sin existencia', 'no hay', 'soldout',
    'fora de estoque', 'mark as sold', 'vendido', 'vendida',
  ]),
  order: new Set([
    'backorder', 'onbackorder', 'on backorder', 'preorder', 'pre order', 'available for order', 'sobre pedido', 'por encargo',
    'bajo pedido', 'a pedido', 'por pedido', 'sob encomenda', 'preventa', 'pre venta',
  ]),
} // prettier-ignore

export function parseAvailability(cell: string): Availability | undefined {
  const word = wordIn(cell)
  const found = (['in', 'out', 'order'] as const).find((one) => availabilities[one].has(word))
  if (found) return found
  const isAvailable = parseBoolean(word)
  return isAvailable === undefined ? undefined : isAvailable ? 'in' : 'out'
}

/** `In_Stock` is `in stock`, and `1.0`, as spreadsheets write it, is `1`. */
function wordIn(cell: string): string {
  const text = fold(cell).trim()
  if (/^-?\d{1,3}[.,]0+$/.test(text)) return String(Number.parseInt(text, 10))
  return /^-?\d/.test(text) ? text : text.replaceAll(/[\s_-]+/g, ' ')
}
