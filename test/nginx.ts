import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'
import { waitFor } from './wait-for.ts'

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * A folder with the nginx.conf of deploy/proxies inside what a distribution has around it.
 * @param adapt changes what only this machine knows: ports, certificates
 */
export async function nginxFolder(adapt: (site: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-nginx-'))
  const site = readFileSync(new URL('../deploy/proxies/nginx.conf', import.meta.url), 'utf8')
  const http = [
    'access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;',
    ...TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`),
    adapt(site).replace('/var/cache/nginx', folder),
  ]
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 1024; }`,
    `http { ${http.join('\n')} }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'))
  return folder
}

/** nginx in front of the service, over plain HTTP. */
export async function startNginx(servicePort: number) {
  const port = await freePort()
  const folder = await nginxFolder((site) =>
    site
      .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
      .replace(/server \{\s*listen 80;[^}]*\}/, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/listen \[::\]:443.*|ssl_.*/g, ''),
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const isListening = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitFor(isListening)

  const workers = async () =>
    (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ').map(Number)

  async function stop() {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { port, url: `http://127.0.0.1:${port}`, workers, stop }
}
