import type { Permission } from '../core/auth/roles.ts'
import type { Icon } from './parts/icon.ts'

/** An entry of the store's menus. */
export type Section = { path: string; label: string; icon: Icon; needs: Permission; hint?: string }

type Group = { label: string; sections: Section[] }

const groups: Group[] = [
  {
    label: 'Vender',
    sections: [
      { path: '', label: 'Hoy', icon: 'home', needs: 'store:read' },
      { path: '/pedidos', label: 'Pedidos', icon: 'orders', needs: 'orders:read' },
      { path: '/clientes', label: 'Clientes', icon: 'people', needs: 'customers:read' },
      { path: '/opiniones', label: 'Opiniones', icon: 'star', needs: 'reviews:read' },
      { path: '/avisos', label: 'Avisos', icon: 'bell', needs: 'orders:read' },
      { path: '/reporte', label: 'Reporte', icon: 'chart', needs: 'stats:read' },
    ],
  },
  {
    label: 'Catálogo',
    sections: [
      { path: '/productos', label: 'Productos', icon: 'products', needs: 'products:read' },
      { path: '/categorias', label: 'Categorías', icon: 'folder', needs: 'categories:read' },
      { path: '/descuentos', label: 'Descuentos', icon: 'percent', needs: 'discounts:read' },
      { path: '/envios', label: 'Envíos', icon: 'truck', needs: 'shipping:read' },
      { path: '/importar', label: 'Importar', icon: 'upload', needs: 'products:write' },
    ],
  },
  {
    label: 'Tu tienda',
    sections: [
      { path: '/compartir', label: 'Compartir', icon: 'share', needs: 'store:read' },
      { path: '/tienda', label: 'Datos de la tienda', icon: 'shop', needs: 'store:write' },
      { path: '/tema', label: 'Diseño', icon: 'brush', needs: 'themes:read' },
      { path: '/equipo', label: 'Equipo', icon: 'team', needs: 'team' },
      { path: '/plan', label: 'Plan', icon: 'card', needs: 'billing' },
      { path: '/actividad', label: 'Actividad', icon: 'clock', needs: 'store:write' },
    ],
  },
  {
    label: 'Para programas',
    sections: [
      { path: '/claves', label: 'Claves de API', icon: 'key', needs: 'keys' },
      { path: '/webhooks', label: 'Webhooks', icon: 'plug', needs: 'webhooks' },
      { path: '/conexiones', label: 'Conexiones', icon: 'plug', needs: 'connections' },
    ],
  },
  { label: 'Ayuda', sections: [{ path: '/ayuda', label: 'Ayuda', icon: 'help', needs: 'store:read' }] },
]

/** The sections that the role may use. */
export function sectionsFor(can: (permission: Permission) => boolean): Group[] {
  return groups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ needs }) => can(needs)),
    }))
    .filter(({ sections }) => sections.length > 0)
}
