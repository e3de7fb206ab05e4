import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import type { Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { Body, SingleLine, Nullable } from '../../core/http/schema.ts'
import { storedId, extendExpiry } from '../media/image.ts'

export const MAX_IMAGES = 10

export const ImageUrl = (description: string) => SingleLine({ max: 2048, description })

export const NewImages = Type.Array(
  Body({
    url: ImageUrl('Dirección https, o la de una foto subida a la tienda'),
    alt: Type.Optional(
      Nullable(
        SingleLine({ min: 0, max: 200, description: 'Qué muestra la foto, para quien no puede verla' }),
      ),
    ),
  }),
  { maxItems: MAX_IMAGES, description: 'Las fotos en su orden; la primera es `imageUrl`' },
)

export const ProductImage = Type.Object(
  { url: Type.String(), alt: Nullable(Type.String()) },
  { title: 'ProductImage', description: 'Una foto del producto' },
)
export type ProductImage = Static<typeof ProductImage>

type Input = { images?: Static<typeof NewImages>; imageUrl?: string | null }

/** `imageUrl` is the first of them: another URL replaces it, null removes all; sent back unchanged, `images` decides. */
export function imagesAfter(before: ProductImage[], { images, imageUrl }: Input): ProductImage[] {
  const after = images?.map(({ url, alt }) => ({ url, alt: alt || null })) ?? before
  const isSame = imageUrl === undefined || imageUrl === (after[0]?.url ?? null)
  if (isSame || (images && imageUrl === (before[0]?.url ?? null))) return after
  if (imageUrl === null) return []
  const known = after.find(({ url }) => url === imageUrl)
  return [known ?? { url: imageUrl, alt: null }, ...after.slice(1).filter(({ url }) => url !== imageUrl)]
}

/** Extends the expiry of uploaded ones that were added or removed. @throws 400 on `imageUrl` or `images.N.url` */
export async function checkImages(
  tx: Tx,
  storeId: string,
  { after, before }: { after: ProductImage[]; before: ProductImage[] },
  { images }: Input,
): Promise<void> {
  const [urls, known] = [after, before].map((list) => list.map(({ url }) => url)) as [string[], string[]]
  const changed = urls
    .filter((url) => !known.includes(url))
    .concat(known.filter((url) => !urls.includes(url)))
  const stored = await extendExpiry(tx, storeId, changed)
  for (const [n, url] of urls.entries()) {
    const field = images ? `images.${n}.url` : 'imageUrl'
    if (urls.indexOf(url) < n) throw invalid(field, 'duplicate', t('La foto está dos veces'))
    if (!known.includes(url) && !stored.has(url)) requireValidUrl(storeId, field, url)
  }
}

type WithImages = { images: ProductImage[]; variants: { imageUrl: string | null }[] }

/** Checks the pictures of variants, which may be the product's too. @throws 400 on `variants.N.imageUrl` */
export async function checkVariantImages(
  tx: Tx,
  storeId: string,
  after: WithImages,
  before: WithImages | null,
): Promise<void> {
  const known = before ? urlsOf(before) : new Set<string>()
  const shown = urlsOf(after)
  const stored = await extendExpiry(tx, storeId, [...known.symmetricDifference(shown)])
  after.variants.forEach(({ imageUrl: url }, n) => {
    if (url === null || known.has(url) || stored.has(url)) return
    requireValidUrl(storeId, `variants.${n}.imageUrl`, url)
  })
}

const urlsOf = ({ images, variants }: WithImages) =>
  new Set([...images.map(({ url }) => url), ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])])

/** Requires the https address of a picture that is not stored here. */
function requireValidUrl(storeId: string, field: string, url: string): void {
  if (storedId(storeId, url)) throw invalid(field, 'not_found', t('La foto ya no está: súbela otra vez'))
  if (!url.startsWith('https://')) throw invalid(field, 'pattern', t('Debe empezar con https://'))
  if (!URL.canParse(url)) throw invalid(field, 'format', t('La dirección de la imagen no es válida'))
}
