import type { Permission } from '../../core/auth/roles.ts'
import { t, type Wording } from '../../core/texts/text.ts'
import type { Icon } from './parts/icon.ts'

export type Can = (permission: Permission) => boolean

export type Section = { path: string; label: Wording; icon: Icon; needs: Permission }

type Group = { label: Wording; sections: Section[] }

export const groups: Group[] = [
  {
    label: t('Vender'),
    sections: [
      { path: '', label: t('Hoy'), icon: 'home', needs: 'store:read' },
      { path: '/pedidos', label: t('Pedidos'), icon: 'orders', needs: 'orders:read' },
      { path: '/cocina', label: t('Cocina'), icon: 'bell', needs: 'orders:read' },
      { path: '/clientes', label: t('Clientes'), icon: 'people', needs: 'customers:read' },
      { path: '/opiniones', label: t('Opiniones'), icon: 'star', needs: 'reviews:read' },
      { path: '/avisos', label: t('Avisos'), icon: 'bell', needs: 'orders:read' },
      { path: '/reporte', label: t('Reporte'), icon: 'chart', needs: 'stats:read' },
    ],
  },
  {
    label: t('Catálogo'),
    sections: [
      { path: '/productos', label: t('Productos'), icon: 'products', needs: 'products:read' },
      { path: '/categorias', label: t('Categorías'), icon: 'folder', needs: 'categories:read' },
      { path: '/extras', label: t('Extras'), icon: 'choices', needs: 'products:read' },
      { path: '/descuentos', label: t('Descuentos'), icon: 'percent', needs: 'discounts:read' },
      { path: '/envios', label: t('Envíos'), icon: 'truck', needs: 'shipping:read' },
      { path: '/importar', label: t('Importar'), icon: 'upload', needs: 'products:write' },
    ],
  },
  {
    label: t('Tu tienda'),
    sections: [
      { path: '/compartir', label: t('Compartir'), icon: 'share', needs: 'store:read' },
      { path: '/asistentes', label: t('Asistentes'), icon: 'plug', needs: 'store:read' },
      { path: '/tienda', label: t('Datos de la tienda'), icon: 'shop', needs: 'store:write' },
      { path: '/pagos', label: t('Cómo te pagan'), icon: 'card', needs: 'store:read' },
      { path: '/whatsapp', label: 'WhatsApp', icon: 'chat', needs: 'store:write' },
      { path: '/tema', label: t('Diseño'), icon: 'brush', needs: 'themes:read' },
      { path: '/equipo', label: t('Equipo'), icon: 'team', needs: 'team' },
      { path: '/plan', label: t('Plan'), icon: 'card', needs: 'billing' },
      { path: '/actividad', label: t('Actividad'), icon: 'clock', needs: 'store:write' },
    ],
  },
  {
    label: t('Para programas'),
    sections: [
      { path: '/claves', label: t('Claves de API'), icon: 'key', needs: 'keys' },
      { path: '/webhooks', label: 'Webhooks', icon: 'plug', needs: 'webhooks' },
      { path: '/conexiones', label: t('Conexiones'), icon: 'plug', needs: 'connections' },
    ],
  },
  {
    label: t('Ayuda'),
    sections: [{ path: '/ayuda', label: t('Ayuda'), icon: 'help', needs: 'store:read' }],
  },
]

/** Pages that are reached from those of the menu: a search finds them, too. */
export const inside: Section[] = [
  { path: '/pedidos/nuevo', label: t('Anotar un pedido'), icon: 'orders', needs: 'orders:write' },
  { path: '/productos/nuevo', label: t('Producto nuevo'), icon: 'products', needs: 'products:write' },
  { path: '/productos/precios', label: t('Precios'), icon: 'products', needs: 'products:write' },
  { path: '/productos/papelera', label: t('Papelera'), icon: 'trash', needs: 'products:write' },
  { path: '/exportar', label: t('Exportar'), icon: 'upload', needs: 'products:read' },
  { path: '/compartir/cartel', label: t('Cartel con QR'), icon: 'share', needs: 'store:read' },
  { path: '/compartir/mesas', label: t('Códigos QR de las mesas'), icon: 'share', needs: 'store:read' },
  { path: '/conexiones/custom_domain', label: t('Dominio propio'), icon: 'plug', needs: 'connections' },
  { path: '/conexiones/whatsapp', label: t('Confirmar el número'), icon: 'chat', needs: 'connections' },
  { path: '/eliminar-tienda', label: t('Eliminar la tienda'), icon: 'trash', needs: 'store:delete' },
]

export function sectionsFor(can: Can): Group[] {
  return groups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ needs }) => can(needs)),
    }))
    .filter(({ sections }) => sections.length > 0)
}
