import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { readConfig } from './config.ts'
import { SECRETS } from './secret-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrina-secrets-'))
after(() => rm(folder, { recursive: true, force: true }))

async function secretFile(content: string): Promise<string> {
  const path = join(folder, String(Math.random()))
  await writeFile(path, content)
  return path
}

suite('a secret in a file', () => {
  test("is read as the variable's value, without the trailing newline", async () => {
    const config = readConfig({
      DATABASE_URL_FILE: await secretFile('postgres://ana:clave@db/vitrina\n'),
      STRIPE_SECRET_KEY_FILE: await secretFile('sk_test_1'),
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      WHATSAPP_APP_SECRET_FILE: await secretFile('abc\r\n'),
    })
    assert.equal(config.databaseUrl, 'postgres://ana:clave@db/vitrina')
    assert.equal(config.demo, false)
    assert.equal(config.stripe?.secretKey, 'sk_test_1')
    assert.equal(config.whatsapp.appSecret, 'abc')
  })

  test('fails with one line that names the variable and does not contain the secret', async () => {
    const full = await secretFile('postgres://ana:clave@db/vitrina')
    for (const name of SECRETS) {
      const fails = (env: Record<string, string>, line: RegExp) =>
        assert.throws(
          () => readConfig(env),
          ({ message }: Error) => line.test(message) && message.includes(name) && !message.includes('clave'),
        )
      fails({ [`${name}_FILE`]: join(folder, 'none') }, /can't be read: ENOENT/)
      fails({ [`${name}_FILE`]: await secretFile(' \n') }, /empty file/)
      fails({ [name]: 'x', [`${name}_FILE`]: full }, /both set/)
    }
  })

  test('is ignored where the variable is empty', () => {
    assert.equal(readConfig({ DATABASE_URL_FILE: '' }).databaseUrl, null)
  })
})
