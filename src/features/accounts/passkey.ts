import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isDuplicate, type Db, type Sql } from '../../core/database/db.ts'
import { conflict, invalid, notFound } from '../../core/errors/errors.ts'
import { mailSecurityChange } from './security-mail.ts'
import { t } from '../../core/texts/text.ts'

/** Loaded with the first passkey: a tenth of a second and 28 MiB. */
const webAuthn = () => import('@simplewebauthn/server')

export type WebAuthnState = { challenge: string }

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

const MAX_PASSKEYS = 20

/** Ed25519, ES256, RS256: the library's further ones are an experiment of the runtime. */
const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the panel's host name and are used on its origin only. */
const partyOf = (panelUrl: string) => ({ expectedOrigin: panelUrl, expectedRPID: new URL(panelUrl).hostname })

type Account = { id: string; email: string; name: string | null }

export async function listPasskeys(sql: Sql, accountId: string): Promise<Passkey[]> {
  return sql<Passkey[]>`
    select id, name, created_at, last_used_at from passkeys where account_id = ${accountId} order by created_at, id`
}

/** Creation options of a discoverable credential with user verification. */
export async function passkeyCreationOptions(sql: Sql, { id, email, name }: Account, panelUrl: string) {
  const existing = await listPasskeys(sql, id)
  if (existing.length >= MAX_PASSKEYS)
    throw conflict('TOO_MANY_PASSKEYS', t('Quita primero una huella o cara que no uses'))
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Vitrina',
    rpID: partyOf(panelUrl).expectedRPID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name ?? email,
    excludeCredentials: existing.map((passkey) => ({ id: passkey.id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Verifies and stores a new passkey. @throws 400 on `passkey` */
export async function addPasskey(
  sql: Db,
  account: Account,
  passkey: { response: unknown; name: string; challenge: string },
  panelUrl: string,
): Promise<void> {
  const { credential } = await verifyCreation(passkey.response, passkey.challenge, panelUrl)
  await sql
    .begin(async (tx) => {
      await tx`
      insert into passkeys (id, account_id, name, public_key, counter, transports)
      values (
        ${credential.id}, ${account.id}, ${passkey.name}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
        ${credential.transports ?? []}
      )`
      await mailSecurityChange(tx, account, 'passkey_added')
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? broken() : error
    })
}

async function verifyCreation(response: unknown, expectedChallenge: string, panelUrl: string) {
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    supportedAlgorithmIDs: ALGORITHMS,
    ...partyOf(panelUrl),
  }).catch(() => null)
  if (!verified?.verified) throw broken()
  return verified.registrationInfo
}

/** @throws 404 */
export function removePasskey(sql: Db, account: Account, id: string): Promise<void> {
  return sql.begin(async (tx) => {
    const { count } = await tx`delete from passkeys where id = ${id} and account_id = ${account.id}`
    if (count === 0) throw notFound(t('Esta huella o cara'))
    await mailSecurityChange(tx, account, 'passkey_removed')
  })
}

/** Request options without a list of credentials: the browser offers every passkey of this host. */
export async function passkeySignInOptions(panelUrl: string) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: partyOf(panelUrl).expectedRPID,
    userVerification: 'required',
  })
}

/** The account of a passkey's assertion; null when it does not verify. */
export async function verifyPasskey(
  sql: Db,
  response: unknown,
  challenge: string,
  panelUrl: string,
): Promise<string | null> {
  const id = (response as { id?: unknown } | null)?.id
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,1400}$/.test(id)) return null
  const [stored] = await sql<
    { accountId: string; publicKey: Buffer; counter: number; transports: string[] }[]
  >`
    select account_id, public_key, counter, transports from passkeys where id = ${id}`
  if (!stored) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    ...partyOf(panelUrl),
    credential: { ...stored, id, publicKey: new Uint8Array(stored.publicKey) },
  }).catch(() => null)
  if (!verified?.verified) return null
  const { newCounter } = verified.authenticationInfo
  await sql`update passkeys set counter = ${newCounter}, last_used_at = statement_timestamp() where id = ${id}`
  return stored.accountId
}

const broken = () =>
  invalid('passkey', 'invalid', t('No se pudo usar la huella o la cara: vuelve a intentarlo'))
