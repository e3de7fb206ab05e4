import type { App } from '../core/http/app.ts'
import { sendAsset } from '../core/http/assets.ts'
import { notFound } from '../core/errors/errors.ts'
import { assets } from './parts/icon.ts'

export function assetRoute(app: App) {
  app.get<{ Params: { version: string; file: string } }>('/assets/:version/:file', {
    config: { ownParams: true },
    async handler(request, reply) {
      const { version, file } = request.params
      const asset = assets.file(file)
      if (!asset) throw notFound('El archivo')
      return await sendAsset(request, reply, asset, version === assets.version)
    },
  })
}
