import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request as send } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'

const run = promisify(execFile)
const service = await startService()
const { key } = await aStore(service)
const url = await withKey()

/** The protocol's official scenarios for a server, without those about features that ours does not have. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list']

suite('the official conformance suite', () => {
  for (const scenario of scenarios) {
    test(scenario, async () => {
      const output = join(tmpdir(), 'vitrina-conformance')
      const args = ['server', '--url', url, '--scenario', scenario, '--output-dir', output]
      const { stdout } = await run(process.execPath, [cliPath(), ...args])
      assert.match(stdout, /Passed: \d+\/\d+, 0 failed/)
    })
  }
})

/** The suite sends no key: this adds it on the way to the service. */
async function withKey(): Promise<string> {
  const proxy = createServer((request, response) => {
    const { method, headers } = request
    const passed = { ...headers, authorization: `Bearer ${key}`, host: new URL(service.url).host }
    const out = send(new URL('/api/mcp', service.url), { method, headers: passed }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    })
    request.pipe(out)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  after(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
}

function cliPath(): string {
  const { resolve } = createRequire(import.meta.url)
  return join(dirname(resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')
}
