import type { App } from '../../core/http/app.ts'
import { userMessage, type ApiError } from '../../core/errors/errors.ts'
import { authorizeStore, findSignedIn, redirectCode, SignInRequired } from './access/guards.ts'
import {
  accountContext,
  publicContext,
  storeContext,
  withSubmitted,
  type RequestParts,
} from './access/context.ts'
import { deleteDraft, draftOwnerOf } from './forms/drafts.ts'
import { setFlash } from './flash.ts'
import type { FormFields } from './forms/form-fields.ts'
import { sendView } from './layout.ts'
import type {
  AccountContext,
  OperationForm,
  Outcome,
  Page,
  PanelForm,
  PublicContext,
  StoreContext,
  View,
} from './page.ts'
import { planOf, planRequiredView, suspendedView } from './error-page.ts'
import { requireReauthentication } from './access/reauthentication.ts'
import { readForm } from './forms/read-form.ts'
import { operationSender, fillPath, isView, customSender, type FormResult } from './forms/submit.ts'
import type { Permission } from '../../core/auth/roles.ts'

/** Where pages are, and whose requests get through: null where the reply redirects. */
type Zone<C> = {
  app: App
  prefix: '' | '/t/:slug'
  enter: (
    parts: RequestParts,
    needs: Permission | undefined,
    isReadWhileSuspended?: true,
  ) => Promise<C | null>
}

export const registerPublicPages = (app: App, pages: Page<PublicContext>[]) =>
  registerPages(pages, {
    app,
    prefix: '',
    enter: async (parts) => publicContext(parts, await findSignedIn(parts.request, parts.reply, null)),
  })

export const registerAccountPages = (app: App, pages: Page<AccountContext>[]) =>
  registerPages(pages, {
    app,
    prefix: '',
    async enter(parts) {
      const found = await findSignedIn(parts.request, parts.reply, null)
      if (!found) throw new SignInRequired()
      return accountContext(parts, found)
    },
  })

export const registerStorePages = (app: App, pages: Page<StoreContext>[]) =>
  registerPages(pages, { app, prefix: '/t/:slug', enter: enterStore })

/** The member of the store in the address; null when the slug changed, and the reply redirects. @throws 404, 402, 403 */
export async function enterStore(
  parts: RequestParts,
  needs: Permission | undefined,
  isReadWhileSuspended?: true,
): Promise<StoreContext | null> {
  const { request, reply } = parts
  const { slug } = request.params as { slug: string }
  const found = await findSignedIn(request, reply, slug)
  if (!found) throw new SignInRequired()
  if (found.store && found.store.slug !== slug) {
    const moved = request.url.replace(`/t/${slug}`, `/t/${found.store.slug}`)
    reply.redirect(moved, redirectCode(request, 301))
    return null
  }
  return storeContext(parts, found, authorizeStore(found, needs, isReadWhileSuspended))
}

function registerPages<C extends PublicContext>(pages: Page<C>[], zone: Zone<C>) {
  const { app, prefix, enter } = zone
  const shown = new Set(pages.map(({ path }) => path))
  for (const page of pages) {
    app.get(prefix + page.path, { config }, async (request, reply) => {
      const context = await enter({ app, request, reply }, page.needs, page.isReadWhileSuspended)
      if (!context) return reply
      return sendView(context, whileSuspended(context, page, await page.show(context)))
    })
    for (const [path, form] of Object.entries(page.forms ?? {})) {
      registerForm(zone, page, path, form)
      // A reload after a form with errors shows the form's page, if the form's address has no page.
      if (!shown.has(path)) {
        shown.add(path)
        app.get(prefix + path, { config }, (request, reply) => {
          const params = request.params as Record<string, string>
          return reply.redirect(`/panel${fillPath(prefix + page.path, params)}`, 303)
        })
      }
    }
  }
}

/** A page that is still read while the store is suspended is 402, and leads to the plan. */
function whileSuspended<C extends PublicContext>(context: C, page: Page<C>, view: View): View {
  const isClosed = isOfStore(context) && context.store.billingState === 'suspended'
  return isClosed && page.isReadWhileSuspended ? suspendedView(context, view) : view
}

/** Parameters may be longer than ids, such as an invitation's token. */
const config = { nonIdParams: true }
/** ms for a form with photos to arrive from a phone on a slow network, and to be stored */
export const MAX_FORM_MS = 140_000

function registerForm<C extends PublicContext>(
  { app, prefix, enter }: Zone<C>,
  page: Page<C>,
  path: string,
  form: PanelForm<C>,
) {
  const isOperation = isOperationForm(form)
  const needs = form.needs ?? (isOperation ? form.operation.scope : page.needs)
  const send = isOperation ? operationSender(page.path, form) : customSender(form)
  const maxHandlerMs = form.hasFiles ? MAX_FORM_MS : (isOperation ? form.operation : form).maxHandlerMs
  const options = { config: { ...config, ...(maxHandlerMs && { maxHandlerMs }) } }
  app.post(prefix + path, options, async (request, reply) => {
    const context = await enter({ app, request, reply }, needs)
    if (!context) return reply
    const account = form.hasFiles && isSignedIn(context) ? context.session.accountId : null
    const { fields, files } = await readForm(request, reply, account)
    context.files = files
    const needsPassword =
      typeof form.needsPassword === 'function'
        ? await form.needsPassword(context, fields)
        : form.needsPassword
    const passwordView =
      needsPassword && isSignedIn(context) ? await requireReauthentication(context, fields) : null
    if (passwordView) return sendView(context, passwordView)
    const result = await send(context, fields)
    if (form.hasDraft && 'outcome' in result && !isView(result.outcome) && isOfStore(context)) {
      await deleteDraft(context.sql, draftOwnerOf(context), fillPath(path, context.params))
    }
    return sendResult(context, page, fields, result)
  })
}

const isSignedIn = (context: PublicContext): context is AccountContext => context.session !== null

const isOfStore = (context: PublicContext): context is StoreContext => context.store !== null

const isOperationForm = <C>(form: PanelForm<C>): form is OperationForm<C> => 'operation' in form

/** Redirects to the result's page, renders a view instead, or renders the form's page with its errors. */
async function sendResult<C extends PublicContext>(
  context: C,
  page: Page<C>,
  fields: FormFields,
  result: FormResult,
) {
  if ('outcome' in result) return follow(context, result.outcome)
  const { error, issues } = result
  if (!isFormError(error)) throw error
  if (isOfStore(context) && error.body.code === 'PLAN_REQUIRED') {
    return sendView(context, planRequiredView(context, userMessage(error)))
  }
  const action = context.request.url.split('?')[0]!
  const isConflict = error.status === 412
  const planHref = isOfStore(context) && error.body.code === 'PLAN_LIMIT_REACHED' ? planOf(context) : null
  const submitted = { action, fields, issues, message: userMessage(error), isConflict, planHref }
  const filled = withSubmitted(context, submitted)
  context.reply.headers(error.headers)
  const view = await page.show(filled)
  return sendView(filled, { ...view, status: error.status })
}

function follow(context: PublicContext, outcome: Outcome) {
  if (isView(outcome)) return sendView(context, outcome)
  setFlash(context.reply, outcome)
  const isAbsolute = /^(?:\/panel|https?:\/\/)/.test(outcome.next)
  return context.reply.redirect(isAbsolute ? outcome.next : context.base + outcome.next, 303)
}

/** A 402 concerns the whole store, so it is not shown at the form. */
const isFormError = ({ status }: ApiError) => status !== 402
