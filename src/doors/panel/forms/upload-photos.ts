import { ApiError, firstMessage, invalid } from '../../../core/errors/errors.ts'
import { defaultLanguage } from '../../../core/texts/language.ts'
import { joined, t, wordingIn, type Wording } from '../../../core/texts/text.ts'
import { MAX_IMAGES } from '../../../features/products/images.ts'
import { createImage } from '../../../features/media/create.ts'
import { performAs } from './perform.ts'
import { addField, rowsOf, type FormFields, type FormFile } from './form-fields.ts'
import type { StoreContext } from '../page.ts'
import { fileTooLarge } from './read-form.ts'

/**
 * Uploads the photos that a form brought and adds them to its `images`. @throws the API's error
 * for the first one that it rejected, with an issue on `photos`; the accepted ones are among the form's fields by then
 */
export async function uploadPhotos(context: StoreContext, fields: FormFields): Promise<void> {
  const files = context.files.filter(({ name }) => name === 'photos')
  let row = Math.max(-1, ...rowsOf(fields, 'images')) + 1
  let firstError: ApiError | undefined
  const rejected = new Map<string, { message: Wording; names: string[] }>()
  for (const file of files) {
    try {
      const url = await uploadPhoto(context, file)
      if (!restore(fields, url)) addField(fields, `images.${row++}.url`, url)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      firstError ??= error
      const message = firstMessage(error)
      const kind = wordingIn(message, defaultLanguage)
      rejected.set(kind, { message, names: [...(rejected.get(kind)?.names ?? []), file.filename] })
    }
  }
  const messages = [...rejected.values()].map((one) => joined([one.names.join(', '), one.message], ': '))
  if (firstError) throw onPhotos(firstError, joined(messages, ' · '))
  const count = [...fields].filter(([name, [url]]) => /^images\.\d+\.url$/.test(name) && url !== '').length
  const removed = [...fields.keys()].filter((name) => /^images\.\d+\._remove$/.test(name)).length
  if (count - removed > MAX_IMAGES)
    throw invalid(
      'photos',
      'max_items',
      t('Un producto lleva hasta {max} fotos: quita alguna', { max: MAX_IMAGES }),
    )
}

export async function uploadPhoto(context: StoreContext, { upload: file }: FormFile): Promise<string> {
  if (!file) throw fileTooLarge()
  const { data } = await performAs(context, createImage, { body: { sha256: file.sha256 }, file })
  void context.app.pictures.makeSizes(context.store.id, data.url)
  return data.url
}

/** Keeps a photo that the form has already, even if it was marked for removal. @returns whether the form has it */
function restore(fields: FormFields, url: string): boolean {
  const [name] =
    [...fields].find(([name, values]) => name.startsWith('images.') && values.includes(url)) ?? []
  if (name) fields.delete(name.replace(/url$/, '_remove'))
  return name !== undefined
}

const onPhotos = ({ status, body, headers }: ApiError, message: Wording) =>
  new ApiError(status, body, headers, [{ field: 'photos', reason: 'invalid', message }])
