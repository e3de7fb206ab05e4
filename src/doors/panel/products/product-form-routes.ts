import { t, wordingIn } from '../../../core/texts/text.ts'
import { ApiError, invalid, payloadTooLarge, firstMessage } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { readForm } from '../forms/read-form.ts'
import { enterStore, MAX_FORM_MS } from '../register.ts'
import { uploadPhoto } from '../forms/upload-photos.ts'
import { draftOwnerOf, saveDraft, storedFields } from '../forms/drafts.ts'
import { lastOf } from '../forms/form-fields.ts'

/** Uploads one photo while the product's form is being filled in: 200 `{ url }`, or the API's error. */
export function photoUploadRoute(app: App) {
  const options = { config: { maxHandlerMs: MAX_FORM_MS } }
  app.post('/t/:slug/fotos', options, async (request, reply) => {
    const context = await enterStore({ app, request, reply }, 'products:write')
    if (!context) return reply
    const { files } = await readForm(request, reply, context.session.accountId)
    try {
      if (!files[0]) throw invalid('photos', 'required', t('Elige una foto'))
      return { url: await uploadPhoto(context, files[0]) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      reply.code(error.status).headers(error.headers)
      return { ...error.body, error: wordingIn(firstMessage(error), request.language) }
    }
  })
}

const MAX_DRAFT = 64 * 1024

/** Saves an unsent form as a draft, sent by a script; `_form` is the form's action. */
export function draftSaveRoute(app: App) {
  const options = { bodyLimit: MAX_DRAFT }
  app.post('/t/:slug/borrador', options, async (request, reply) => {
    const context = await enterStore({ app, request, reply }, 'products:write')
    if (!context) return reply
    if (request.isMultipart()) throw payloadTooLarge(MAX_DRAFT)
    const { fields } = await readForm(request, reply, null)
    const action = lastOf(fields, '_form') ?? ''
    const form = action.startsWith(context.base) ? action.slice(context.base.length) : ''
    if (!/^\/productos\/\w{1,64}$/.test(form))
      throw invalid('_form', 'invalid', t('Este formulario no guarda borrador'))
    await saveDraft(context.sql, draftOwnerOf(context), form, storedFields(fields))
    return reply.code(204).send()
  })
}
