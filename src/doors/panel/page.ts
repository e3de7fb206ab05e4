import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Db } from '../../core/database/db.ts'
import type { App } from '../../core/http/app.ts'
import type { Html } from '../../core/http/html.ts'
import type { Wording } from '../../core/texts/text.ts'
import type { PanelStore } from '../../features/sessions/lookup.ts'
import type { Session } from '../../features/sessions/session.ts'
import type { Permission } from '../../core/auth/roles.ts'
import type { AnyOperation, Input } from '../../core/operations/operation.ts'
import type { Flash } from './flash.ts'
import type { FormFields, FormFile } from './forms/form-fields.ts'
import type { Form, SubmittedForm } from './forms/form.ts'
import type { Part } from './parts/field.ts'

export type Link = { href: string; label: Wording }

export type View = {
  title: Wording
  main: Html
  back?: Link
  action?: Html | null
  /** Without the panel's layout: a page to print. */
  isBare?: true
  /** The version of the shown orders, read before them; the page refreshes when it changes. */
  orders?: string
  /** The fields of its forms, which show their own errors; the page shows all others above its content. */
  fields?: readonly Part[]
  formsLeadTo?: string[]
  framesShop?: true
  status?: number
  explainsError?: true
}

/** One request for a page that anyone may open, signed in or not. */
export type PublicContext = {
  app: App
  request: FastifyRequest
  reply: FastifyReply
  sql: Db
  changeId: string
  params: Record<string, string>
  query: Record<string, string>
  /** The path prefix: `/panel`, or `/panel/t/{slug}`. */
  base: string
  session: Session | null
  store: PanelStore | null
  files: FormFile[]
  submitted: SubmittedForm | null
  /** A form of this page by its action, below `base`, with what was typed: these fields, or those of `submitted`. */
  form: (action: string, fields?: FormFields) => Form
}

export type AccountContext = PublicContext & {
  session: Session
}

export type StoreContext = AccountContext & {
  store: PanelStore
  can: (permission: Permission) => boolean
}

export type Outcome = (Flash & { next: string }) | View

/** A form for an API operation, whose schema, scope and rules apply. */
export type OperationForm<C> = {
  /** Performed with the page's `:id`. */
  operation: AnyOperation
  done: Wording | ((data: Record<string, unknown>, context: C, sent: FormFields) => Wording)
  /** The success message has an undo button: of the change that was recorded, or one of its own. */
  undo?: true | ((context: C, data: Record<string, unknown>) => Flash['undo'])
  links?: (context: C, sent: FormFields, fields: FormFields) => Link[]
  /** The page to redirect to, below `base`; by default the form's own. */
  next?: (context: C, data: Record<string, unknown>, fields: FormFields) => string
  /** Maps the form's fields to the API's, where they differ: those are the ones `sent`. @throws 4xx, shown at the fields */
  toApi?: (fields: FormFields, context: C) => FormFields | Promise<FormFields>
  percentages?: (fields: FormFields) => Record<string, number>
  /** Performs it together with another operation, once for the key; null where it is performed by itself. */
  together?: (
    context: C,
    operation: AnyOperation,
    input: Input,
    key: string,
  ) => Promise<{ data: Record<string, unknown> }> | null
  /** Runs before the API call: changes the fields, or returns a view instead, such as a confirmation. @throws 4xx, shown at the fields */
  before?: (context: C, fields: FormFields) => Promise<View | void> | View | void
}

/** A form with its own handler. A 4xx that it throws is shown at the fields. `key` is the form's idempotency key. */
export type CustomForm<C> = {
  body: TSchema
  percentages?: (fields: FormFields) => Record<string, number>
  /** Runs before the validation: changes the fields, or returns a view instead. */
  before?: (context: C, fields: FormFields) => Promise<View | void> | View | void
  /** Idempotent outside of a store too: a repeat gets the first redirect. Not for handlers that set cookies. */
  once?: true
  /** ms until it gets a 503, of one that takes longer than others. */
  maxHandlerMs?: number | undefined
  /** A method, not a property, so that `body` can be declared with the schema's type. */
  run(context: C, body: unknown, key: string): Promise<Outcome>
}

export type PanelForm<C> = (OperationForm<C> | CustomForm<C>) & {
  /** The permission that the role needs; by default the operation's scope, or the page's permission. */
  needs?: Permission
  /** Requests the password first when the last authentication is older than 10 minutes; always, or for what this form changes. */
  needsPassword?: true | ((context: C, fields: FormFields) => Promise<boolean>)
  /** Has photos: gets more time for slow networks. */
  hasFiles?: true
  /** Unsent fields are stored as a draft, because a phone may close the tab while its camera is open. */
  hasDraft?: true
}

/** A page: its address below `base`, who may see it, what it shows, and its forms by the addresses they are posted to. */
export type Page<C> = {
  path: string
  needs?: Permission
  isReadWhileSuspended?: true
  show: (context: C) => View | Promise<View>
  forms?: Record<string, PanelForm<C>>
}

/** Infers the type of the context; the page is registered in `pages.ts`. */
export const storePage = (page: Page<StoreContext>) => page
export const accountPage = (page: Page<AccountContext>) => page
export const publicPage = (page: Page<PublicContext>) => page
