import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { Key, KeyLookup, LookUpKey, RequestStore } from '../auth/key-lookup.ts'
import type { Scope } from '../auth/scopes.ts'
import type { Db } from '../database/db.ts'
import type { Feature } from '../errors/errors.ts'
import type { HitCounter } from '../limits/rate-limit.ts'
import type { Language } from '../texts/language.ts'
import type { BodyCache } from './body-cache.ts'

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    sql: Db
    publicUrl: string
    panelUrl: string
    /** Below it every shop has a host of its own; null where they are below `publicUrl`. */
    shopsDomain: string | null
    lookUpKey: LookUpKey
    hits: HitCounter
    bodies: BodyCache
    /** True while the process shuts down: readiness fails, requests are still served. */
    lifecycle: { stopping: boolean }
    /** Called before the response to each successful request that may have written to the database. */
    afterWrite: Set<() => void>
    keyUsed: Set<(key: Key) => void>
    knownRoutes: Map<string, RouteOptions[]>
  }
  interface FastifyRequest {
    sql: Db
    key: KeyLookup
    caller: Caller
    store: RequestStore
    /** Of the person who reads the page. */
    language: Language
    /** A message to the route has written, which its own method does not tell. */
    mayHaveWritten: boolean
    errorCode: string | undefined
    /** The caller's address as the limits count it: IPv6 by /64. */
    clientAddress: string
  }
  interface FastifyContextConfig {
    /** The scope the key needs; every keyed route declares it. */
    scope?: Scope
    feature?: Feature
    /** The messages to the route say what they do; its method does not. */
    relay?: boolean
    /** What the route stores is found by a loop that polls: a thousand a second would trigger all loops for one. */
    isPolled?: boolean
    accountLevel?: boolean
    /** The route performs an operation, which checks the path's id after the schema. */
    performed?: boolean
    /** The path parameters of the route need not be ids: slugs, file names. */
    nonIdParams?: boolean
    ifMatch?: boolean
    idempotent?: boolean
    /** The error codes that its kind does not imply; `412 CHANGED_SINCE` is a code with one of its statuses. */
    errors?: string[]
  }
}
