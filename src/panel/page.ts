import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Db } from '../core/database/db.ts'
import type { App } from '../core/http/app.ts'
import type { Html } from '../core/http/html.ts'
import type { PanelStore } from '../sessions/lookup.ts'
import type { Session } from '../sessions/session.ts'
import type { Permission } from '../team/permissions.ts'
import type { ApiAnswer } from './forms/call-api.ts'
import type { Flash } from './flash.ts'
import type { FormFields, FormFile } from './forms/form-fields.ts'
import type { Form, Rejection } from './forms/form.ts'

export type Link = { href: string; label: string }

/** The view of a page: its title, its content and its back link. */
export type View = {
  title: string
  main: Html
  back?: Link
  /** Beside the heading: the page's main button. */
  action?: Html | null
  /** Without the frame of the panel: what is printed. */
  isBare?: true
  /** The version of the orders that it shows, read before them: the page is asked for again when there is another one. */
  orders?: string
  /** The shop is shown in a frame of it. */
  framesShop?: true
  status?: number
}

/** One request for a page that anyone may open, signed in or not. */
export type PublicContext = {
  app: App
  request: FastifyRequest
  reply: FastifyReply
  sql: Db
  params: Record<string, string>
  query: Record<string, string>
  /** Where the addresses of the zone begin: `/panel`, or `/panel/t/{slug}`. */
  base: string
  session: Session | null
  /** The store of the address; null outside of one. */
  store: PanelStore | null
  /** The files of the submitted form. */
  files: FormFile[]
  /** The form that was rejected. */
  rejection: Rejection | null
  /** The form of this page that is posted to an address below `base`, with what was typed when it came back. */
  form: (action: string) => Form
}

/** One request of somebody who is signed in. */
export type AccountContext = PublicContext & {
  session: Session
  /** Asks a route of the API, as the person: `api('PUT', '/categories/abc', { position: 2 })`. @throws ApiError on a 4xx */
  api: (method: string, address: string, body?: object) => Promise<ApiAnswer>
}

/** One request of a member of the store in the address. */
export type StoreContext = AccountContext & {
  store: PanelStore
  can: (permission: Permission) => boolean
}

/** The outcome of a form: a redirect with a message, or a view in its place. */
export type Outcome = (Flash & { next: string }) | View

/** A form that one of the API's own operations answers, with its schema, its scope and its rules. */
export type ApiForm<C> = {
  /** `PUT /categories/:id`: below `/api/v1`, its `:id` the form's own. */
  operation: string
  /** The message when it is done. */
  done: string | ((data: Record<string, unknown>, context: C) => string)
  /** Beside the message stands a button that takes the change back. */
  undo?: true
  /** Beside the message: what one would do next. */
  links?: (context: C) => Link[]
  /** Where the result is seen, below `base`; else the page's own address. */
  next?: (context: C, data: Record<string, unknown>) => string
  /** The fields as the API has them, where a form asks for them otherwise. */
  toApi?: (fields: FormFields) => FormFields
  /** Runs before the API is asked: changes the fields, or answers with a question. @throws 4xx, shown at the fields */
  before?: (context: C, fields: FormFields) => Promise<View | void> | View | void
}

/** A form whose work is no single operation of the API. What it throws as a 4xx stands at its fields. `key` is the form's own. */
export type OwnForm<C> = {
  body: TSchema
  /** Runs before the fields are checked: changes them, or answers with a view in place of the work. */
  before?: (context: C, fields: FormFields) => Promise<View> | View | void
  /** Also outside of a store, sent again it is led to where the first one was. It sets no cookie that is needed there. */
  once?: true
  /** A method, so that it may name the type that `body` describes. */
  run(context: C, body: unknown, key: string): Promise<Outcome>
}

export type PanelForm<C> = (ApiForm<C> | OwnForm<C>) & {
  /** The permission that the role needs; by default the operation's scope, or the page's permission. */
  needs?: Permission
  /** Asks for the password first when the last proof of who it is is older than 10 minutes. */
  proof?: true
  /** Brings photos, which take a while on a slow network. */
  hasFiles?: true
  /** Unsent fields are stored as a draft, because a phone may close the tab while its camera is open. */
  hasDraft?: true
}

/** A page: its address below `base`, who may see it, what it shows, and its forms by the addresses they are posted to. */
export type Page<C> = {
  path: string
  needs?: Permission
  show: (context: C) => View | Promise<View>
  forms?: Record<string, PanelForm<C>>
}

/** Infers the type of the context; the page is registered in `pages.ts`. */
export const storePage = (page: Page<StoreContext>) => page
export const accountPage = (page: Page<AccountContext>) => page
export const publicPage = (page: Page<PublicContext>) => page
