import { categories, type Category } from '../../../features/categories/category.ts'
import { html } from '../../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { withSlug } from '../forms/slug.ts'
import { submit } from '../parts/form.ts'
import { badge, emptyState } from '../parts/list.ts'
import { orderedListPage, rowPage } from '../parts/resource-pages.ts'
import { plural } from '../../../core/pages/format.ts'

const emptyList = emptyState(
  'folder',
  'Todavía no hay categorías',
  'Con categorías, quien compra encuentra antes lo que busca: por ejemplo Bebidas, Postres y Regalos.',
)

export const categoriesPage = orderedListPage(categories, {
  path: '/categorias',
  title: 'Categorías',
  label: 'Categorías',
  row: rowOf,
  empty: emptyList,
  create: {
    fields: () => [
      {
        name: 'name',
        label: 'Nueva categoría',
        max: 80,
        required: true,
        placeholder: 'Por ejemplo: Ofertas',
      },
      submit('Agregar'),
    ],
    class: 'fields quick',
    done: ({ name }) => `Creaste la categoría ${String(name)}`,
  },
})

export const categoryPage = rowPage(categories, {
  path: '/categorias',
  back: 'Categorías',
  title: ({ name }) => name,
  fields: (_context, { name, isActive, slug }) => [
    { name: 'name', label: 'Nombre', value: name, max: 80, required: true },
    { name: 'isActive', label: 'Visible en la tienda', value: isActive },
    {
      name: 'slug',
      label: 'Su enlace',
      value: slug,
      max: 120,
      hint: 'Lo que escribas se convierte en letras, números y guiones.',
    },
  ],
  removal: {
    label: 'Eliminar la categoría',
    text: 'Sus productos se quedan en la tienda, sin categoría.',
    done: 'Eliminaste la categoría',
  },
  update: { toApi: (fields) => withSlug(fields) },
})

function rowOf({ base }: StoreContext, { id, name, productCount, isActive }: Category) {
  return {
    href: `${base}/categorias/${id}`,
    title: name,
    detail: html`${plural(productCount, 'producto', 'productos')}${!isActive && html` ${badge('Oculta')}`}`,
    isFaint: !isActive,
  }
}
