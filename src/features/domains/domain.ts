import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { Config } from '../../core/config/config.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { longDate } from '../../core/pages/format.ts'

/** The DNS records of a domain at its last check; null where the servers did not respond. Bounded, because it is stored and shown. */
export type Seen = {
  texts: string[] | null
  addresses: string[] | null
  target: { name: string; addresses: string[] | null }
}

export type DomainState = 'claimed' | 'open' | 'redirecting'

/** A claimed domain, with what decides about it. Times are those of the database. */
export type DomainFacts = {
  storeId: string
  domain: string
  state: DomainState
  isPaid: boolean
  isPaused: boolean
  provedAt: string | null
  leadsHere: boolean
  /** Another store proved it later. */
  isLost: boolean
  failedDays: number
  failedSince: string | null
  /** Nobody came by it for 90 days. */
  isUnused: boolean
  graceEndsAt: string | null
  now: string
  checkedAt: string | null
  seen: Seen | null
}

export const verificationRecordOf = (storeId: string, domain: string) => ({
  name: `_vitrina.${domain}`,
  value: `vitrina=${storeId}`,
})

/** Failed days in a row after which the owner is notified. */
const TOLERATED_DAYS = 3

export const isDegraded = ({ state, failedDays }: Pick<DomainFacts, 'state' | 'failedDays'>): boolean =>
  state !== 'claimed' && failedDays >= TOLERATED_DAYS

/**
 * The state that follows from the facts. A domain that was open stays so when DNS fails, until nobody comes by it any more.
 * @param graceEndsAt of a store without a paid plan
 */
export function stateOf(facts: DomainFacts, graceEndsAt: string | null): DomainState {
  const { isPaused, isLost, isPaid, leadsHere, provedAt, state, now } = facts
  if (isPaused || isLost || provedAt === null) return 'claimed'
  const isServed = state === 'claimed' ? leadsHere : !(isDegraded(facts) && facts.isUnused)
  if (!isServed) return 'claimed'
  if (isPaid) return 'open'
  if (graceEndsAt === null) return 'claimed'
  return Date.parse(graceEndsAt) > Date.parse(now) ? 'open' : 'redirecting'
}

/** What is missing or failed, for a person who does not know DNS; null where nothing is. */
export function hintOf(facts: DomainFacts, state: DomainState): Localized | null {
  const { isPaused, isLost, isPaid, graceEndsAt, failedSince } = facts
  if (isPaused) return null
  if (isLost)
    return t(
      'Otra tienda demostró después que el dominio es suyo. Si es tuyo, quita tu registro TXT, vuelve a comprobar y agrégalo otra vez',
    )
  if (state === 'redirecting')
    return t(
      'Tu plan ya no incluye un dominio propio: quien entra por él llega a la dirección de tu tienda aquí',
    )
  if (!isPaid && state === 'claimed') return t('Tu plan no incluye un dominio propio')
  if (isDegraded({ ...facts, state }))
    return t('Falla desde el {day}. {missing}', { day: dayOf(failedSince!), missing: missingIn(facts) })
  if (state === 'claimed') return missingIn(facts)
  return isPaid
    ? null
    : t('Tu plan ya no incluye un dominio propio: se abre aquí hasta el {day}', { day: dayOf(graceEndsAt!) })
}

function missingIn({ storeId, domain, provedAt, leadsHere, seen }: DomainFacts): Localized {
  const { name, value } = verificationRecordOf(storeId, domain)
  if (seen === null) return t('Agrega los dos registros. En un minuto miramos si ya están')
  if (seen.texts?.length === 0 && seen.addresses?.length === 0)
    return t(
      'El dominio no tiene ningún registro: agrega los dos. Si antes funcionaba, revisa que no haya vencido donde lo compraste',
    )
  if (provedAt === null && seen.texts !== null)
    return seen.texts.length === 0
      ? t('Falta el registro TXT: en {name} no hay ninguno', { name })
      : t('El registro TXT es otro: en {name} dice «{text}», y debe decir «{value}»', {
          name,
          text: seen.texts[0]!,
          value,
        })
  if (!leadsHere && seen.addresses !== null && seen.target.addresses !== null)
    return seen.addresses.length === 0
      ? t('{domain} todavía no lleva a ninguna parte: falta el registro que lo trae aquí', { domain })
      : t('{domain} lleva a {addresses}, y debe llevar a {aim}', {
          domain,
          addresses: seen.addresses.slice(0, 3).join(', '),
          aim: aimOf(seen),
        })
  if (seen.texts !== null && !seen.texts.includes(value))
    return t('El registro TXT ya no está en {name}', { name })
  return t('Los servidores de ese dominio no responden ahora. Lo volvemos a intentar en un rato')
}

const aimOf = ({ target }: Seen) =>
  `${target.name}${target.addresses?.length ? ` (${target.addresses.slice(0, 3).join(', ')})` : ''}`

const dayOf = (instant: string) => longDate(instant, 'UTC')

type Settings = Pick<Config, 'publicUrl' | 'panelUrl' | 'shopsDomain' | 'allowPrivateDestinations'>

/** Names without a host that anyone reaches: of Tor, of the Internet's own infrastructure, and of nobody. */
const noHost = /(?:^|\.)(?:onion|arpa|alt|invalid)$/
const privateSuffix = /(?:^|\.)(?:localhost|local|internal|test)$/
const hostName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** A domain as it is typed or pasted, as it is stored: lower case, ASCII, without protocol, port and path. @throws 400 on `value` */
export function cleanDomain(submitted: string, settings: Settings): string {
  const host = submitted
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#]/, 1)[0]!
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
  const domain = domainToASCII(host)
  const problem = problemOf(domain, settings)
  if (problem) throw invalid('value', 'pattern', problem)
  return domain
}

function problemOf(
  domain: string,
  { publicUrl, panelUrl, shopsDomain, allowPrivateDestinations }: Settings,
): Localized | null {
  if (isIP(domain) || !hostName.test(domain)) return t('Solo el dominio, por ejemplo www.mitienda.com')
  const ours = [publicUrl, panelUrl].map((url) => new URL(url).hostname).concat(shopsDomain ?? [])
  if (ours.some((host) => domain === host || domain.endsWith(`.${host}`)))
    return t('Esa dirección es de este servicio: escribe un dominio tuyo')
  const isPrivate = privateSuffix.test(domain)
  if (isPrivate && allowPrivateDestinations) return null
  if (isPrivate || noHost.test(domain))
    return t('Ese nombre no existe en internet: escribe un dominio que hayas comprado')
  if (parse(domain, { allowPrivateDomains: true }).domain !== null) return null
  return t('«{domain}» no es de una sola persona: escribe el nombre entero, por ejemplo mitienda.{domain}', {
    domain,
  })
}
