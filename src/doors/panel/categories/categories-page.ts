import { categories, type Category } from '../../../features/categories/category.ts'
import { html } from '../../../core/http/html.ts'
import { hoursField, withRepeatedHours } from '../hours/hours-field.ts'
import { fold } from '../parts/field.ts'
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
  fields: (_context, { name, isActive, slug, hours }) => [
    { name: 'name', label: 'Nombre', value: name, max: 80, required: true },
    { name: 'isActive', label: 'Visible en la tienda', value: isActive },
    {
      name: 'slug',
      label: 'Su enlace',
      value: slug,
      max: 120,
      hint: 'Lo que escribas se convierte en letras, números y guiones.',
    },
    fold({ summary: 'Horario: cuándo se vende', isOpen: hours !== null }, [
      html`<p class="hint">Fuera de él sus productos se siguen viendo, con cuándo se venden. Sin horas se venden siempre.</p>`,
      hoursField(hours),
    ]),
  ],
  removal: {
    label: 'Eliminar la categoría',
    text: 'Sus productos se quedan en la tienda, sin categoría.',
    done: 'Eliminaste la categoría',
  },
  update: { toApi: (fields) => withRepeatedHours(withSlug(fields)) },
})

function rowOf({ base }: StoreContext, { id, name, productCount, isActive }: Category) {
  return {
    href: `${base}/categorias/${id}`,
    title: name,
    detail: html`${plural(productCount, 'producto', 'productos')}${!isActive && html` ${badge('Oculta')}`}`,
    isFaint: !isActive,
  }
}
