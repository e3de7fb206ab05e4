import { invalid, payloadTooLarge } from '../core/errors/errors.ts'
import type { App } from '../core/http/app.ts'
import { saveFormDraft } from './forms/drafts.ts'
import { lastOf } from './forms/form-fields.ts'
import { readForm } from './forms/read-form.ts'
import { enterStore } from './register.ts'

const MAX_DRAFT = 64 * 1024

/** Saves an unsent form as a draft, sent by a script; `_form` is the form's action. */
export function draftSaveRoute(app: App) {
  const options = { bodyLimit: MAX_DRAFT }
  app.post('/t/:slug/borrador', options, async (request, reply) => {
    const context = await enterStore(app, request, reply, 'products:write')
    if (!context) return reply
    if (request.isMultipart()) throw payloadTooLarge(MAX_DRAFT)
    const { fields } = await readForm(request, reply, null)
    const action = lastOf(fields, '_form') ?? ''
    const form = action.startsWith(context.base) ? action.slice(context.base.length) : ''
    if (!/^\/productos\/\w{1,64}$/.test(form))
      throw invalid('_form', 'invalid', 'Este formulario no guarda borrador')
    await saveFormDraft(context, form, fields)
    return reply.code(204).send()
  })
}
