import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors/errors.ts'
import { defaultLanguage, languages, type Language } from '../texts/language.ts'
import { scriptIn } from '../texts/script-texts.ts'
import { Formatted, t } from '../texts/text.ts'
import type { App } from './app.ts'
import { compressed, pickEncoding, type Encoding } from './compress.ts'

type Asset = { body: Buffer; type: string; compressed: Map<Encoding, Promise<Buffer>> }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Static files of a folder. Their URLs carry one hash over all of them: they can be cached for ever, and modules import each
 * other by relative URLs. Scripts have a folder for each language, with their texts in it.
 * @param at where they are served, such as `/assets`
 * @param shared files that are prepended to each stylesheet, in this order
 */
export function readAssets(folder: URL, at: string, shared: URL[] = []) {
  const names = readdirSync(folder).filter((name) => extname(name) in types)
  const files = new Map<string, Asset>()
  const hash = createHash('sha256')
  const add = (name: string, language: Language, body: Buffer) => {
    hash.update(name).update(body)
    files.set(`${language} ${name}`, { body, type: types[extname(name)]!, compressed: new Map() })
  }
  const sharedStyles = shared.map((file) => readFileSync(file))
  for (const name of names.toSorted()) {
    const own = readFileSync(new URL(name, folder))
    if (name.endsWith('.js')) {
      const script = compact(own.toString())
      for (const language of languages) add(name, language, Buffer.from(scriptIn(language, script)))
    } else if (name.endsWith('.css'))
      add(name, defaultLanguage, withoutSpace(Buffer.concat([...sharedStyles, own])))
    else add(name, defaultLanguage, own)
  }
  const version = hash.digest('base64url').slice(0, 10)

  return {
    version,
    names,
    /** Of what is the same in each language. */
    href: (name: string) => `${at}/${version}/${name}`,
    script: (name: string) => new Formatted((language) => `${at}/${folderOf(version, language)}/${name}`),
    file: (name: string, language: string) => files.get(`${language} ${name}`),
  }
}

const folderOf = (version: string, language: Language) =>
  language === defaultLanguage ? version : `${version}.${language}`

const withoutSpace = (style: Buffer) =>
  Buffer.from(
    style
      .toString()
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([{};,]) ?/g, '$1')
      .replaceAll(';}', '}'),
  )

/**
 * Without comments, and without space beside punctuation outside of strings, which regular expressions write `\s`: a fifth of its
 * weight. Lines end where a statement may.
 */
function compact(script: string): string {
  let isInside = false
  const lines = script.split('\n').map((line) => {
    const text = line.trim()
    const isComment = isInside || text.startsWith('//') || text.startsWith('/**')
    isInside = isComment && (isInside || text.startsWith('/**')) && !text.endsWith('*/')
    return isComment ? '' : text
  })
  return lines
    .filter(Boolean)
    .join('\n')
    .replaceAll(/('(?:[^'\\\n]|\\.)*'|`[^`]*`)| ?(?<=\s)\/\/[^\n]*| ?([=+*/<>?:&|,;{}()[\]!-]+) ?/g, '$1$2')
    .replaceAll(/([{([,=>?:|&])\n/g, '$1')
    .replaceAll(/\n([})\].?:|&])/g, '$1')
}

export function serveAssets(
  app: App,
  { version, file }: Pick<ReturnType<typeof readAssets>, 'version' | 'file'>,
) {
  app.get<{ Params: { version: string; file: string } }>('/assets/:version/:file', {
    config: { nonIdParams: true },
    async handler(request, reply) {
      const [hash, language = defaultLanguage] = request.params.version.split('.')
      const asset = file(request.params.file, language)
      if (!asset) throw notFound(t('El archivo'))
      return await sendAsset(request, reply, asset, hash === version)
    },
  })
}

/** Sends a file, compressed once for each encoding; `immutable` when the URL has the current hash. */
async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, immutable: boolean) {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  let body = asset.compressed.get(encoding)
  if (!body) {
    body = compressed(asset.body, encoding, 'best')
    asset.compressed.set(encoding, body)
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply
    .header('content-type', asset.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  return await body
}
