import { createECDH } from 'node:crypto'
import type { Config } from '../../core/config/config.ts'
import type { Sql } from '../../core/database/db.ts'

/** The key pair that signs pushes, in base64url: browsers subscribe to the public key. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** The operator's key pair, or the one that was generated at the first use and is stored in the database. */
export async function findVapidKeys(sql: Sql, { privateKey }: Config['vapid']): Promise<VapidKeys> {
  if (privateKey !== null) return pairOf(privateKey)
  return (await readKeys(sql)) ?? (await makeKeys(sql))
}

async function readKeys(sql: Sql): Promise<VapidKeys | undefined> {
  const [keys] = await sql<VapidKeys[]>`select public_key, private_key from push_keys`
  return keys
}

/** Concurrent processes all use the pair that was inserted first. */
async function makeKeys(sql: Sql): Promise<VapidKeys> {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  const privateKey = paddedKey(pair)
  await sql`
    insert into push_keys (public_key, private_key)
    values (${publicKey}, ${privateKey})
    on conflict do nothing`
  return (await readKeys(sql))!
}

function pairOf(privateKey: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** Left-pads a key to 32 bytes: one with leading zeros is shorter. */
const paddedKey = (pair: ReturnType<typeof createECDH>) =>
  Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
