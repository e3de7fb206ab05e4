import { readGuides } from '../../core/pages/guides.ts'

export const guides = readGuides(new URL('guides/', import.meta.url), [
  'inicio-rapido',
  'autenticacion',
  'errores',
  'limites',
  'paginacion',
  'idempotencia',
  'extras',
  'zonas',
  'pagos',
  'whatsapp',
  'webhooks',
  'asistentes',
  'versionado',
])
