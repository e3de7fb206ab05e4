import { createHash } from 'node:crypto'

export const WIDTHS = [120, 240, 400, 480, 640, 800, 1280] as const

/** Those of a product in a list, cropped, and of its pictures on its page, whole; made as soon as a picture is stored. */
export const LIST_WIDTHS = [240, 400, 640]
export const PAGE_WIDTHS = [800, 1280]

/** The shapes of the frames that themes have, by which pictures are cropped: width by height. */
export const CROPS = { square: 1, portrait: 4 / 5, tall: 3 / 4 } as const
export type Crop = keyof typeof CROPS

/** The address of a product's picture in a width. It changes with the picture, so that it may be cached for ever. */
export function pictureHref(storeId: string, productId: string, imageUrl: string, width: number): string {
  return `/media/${storeId}/${productId}/${pictureHash(imageUrl)}-${width}`
}

export const croppedHref = (crop: Crop, ...of: Parameters<typeof pictureHref>): string =>
  `${pictureHref(...of)}-${crop}`

export function pictureHash(imageUrl: string): string {
  return createHash('sha256').update(imageUrl).digest('base64url').slice(0, 8).replaceAll('-', '_')
}

export const logoHref = (storeId: string, logoUrl: string) =>
  `/media/${storeId}/logo/${pictureHash(logoUrl)}-400`

export const bannerHref = (storeId: string, bannerUrl: string, width: number) =>
  `/media/${storeId}/portada/${pictureHash(bannerUrl)}-${width}`
