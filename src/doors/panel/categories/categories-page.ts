import { categories, type Category } from '../../../features/categories/category.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Move, moveRow, orderMode } from '../parts/move.ts'
import { storePage, type StoreContext } from '../page.ts'
import { withSlug } from '../forms/slug.ts'
import type { Part } from '../parts/field.ts'
import { formOf, deletionForm, submit } from '../parts/form.ts'
import { badge, emptyState, list } from '../parts/list.ts'
import { plural } from '../../../core/pages/format.ts'

const back = ({ base }: StoreContext) => ({ href: `${base}/categorias`, label: 'Categorías' })

export const categoriesPage = storePage({
  path: '/categorias',
  needs: 'categories:read',
  async show(context) {
    const all = await allOf(context)
    const order = orderMode(context, '/categorias', 'categories:write', all)
    const rows = all.map((category) => ({ ...rowOf(context, category), tools: order.tools(category) }))
    return {
      title: 'Categorías',
      fields: newFields,
      action: order.link,
      main: html`
        ${rows.length > 0 ? list(rows, 'Categorías') : emptyList}
        ${order.isOn ? null : newCategory(context)}
      `,
    }
  },
  forms: {
    '/categorias': {
      operation: categories.create,
      done: ({ name }) => `Creaste la categoría ${String(name)}`,
    },
    '/categorias/:id/mover': {
      body: Move,
      needs: 'categories:write',
      run: async (context, move: Move) =>
        moveRow(context, categories.update, await allOf(context), move, '/categorias'),
    },
  },
})

export const categoryPage = storePage({
  path: '/categorias/:id',
  needs: 'categories:read',
  async show(context) {
    const category = await categories.find(context.sql, context.store.id, context.params['id']!)
    const form = context.form(`/categorias/${category.id}`)
    const fields: Part[] = [
      { name: 'name', label: 'Nombre', value: category.name, max: 80, required: true },
      { name: 'isActive', label: 'Se ve en la tienda', value: category.isActive },
      {
        name: 'slug',
        label: 'Su enlace',
        value: category.slug,
        max: 120,
        hint: 'Lo que escribas se convierte en letras, números y guiones.',
      },
      submit('Guardar'),
    ]
    return {
      title: category.name,
      fields,
      back: back(context),
      main: html`
        ${formOf(form, fields)}
        ${deletionForm(
          context.form(`/categorias/${category.id}/eliminar`),
          'Eliminar la categoría',
          'Sus productos se quedan en la tienda, sin categoría.',
        )}
      `,
    }
  },
  forms: {
    '/categorias/:id': {
      operation: categories.update,
      toApi: (fields) => withSlug(fields),
      undo: true,
      done: 'Guardado',
      next: () => '/categorias',
    },
    '/categorias/:id/eliminar': {
      operation: categories.delete,
      undo: true,
      done: 'Eliminaste la categoría',
      next: () => '/categorias',
    },
  },
})

function rowOf({ base }: StoreContext, { id, name, productCount, isActive }: Category) {
  return {
    href: `${base}/categorias/${id}`,
    title: name,
    detail: html`${plural(productCount, 'producto', 'productos')}${!isActive && html` ${badge('Oculta')}`}`,
    isFaint: !isActive,
  }
}

function newCategory(context: StoreContext): Html | null {
  if (!context.can('categories:write')) return null
  return formOf(context.form('/categorias'), newFields, { class: 'fields quick' })
}

const newFields = [
  {
    name: 'name',
    label: 'Nueva categoría',
    max: 80,
    required: true,
    placeholder: 'Por ejemplo: Ofertas',
  },
  submit('Agregar'),
]

const emptyList = emptyState(
  'folder',
  'Todavía no hay categorías',
  'Con categorías, quien compra encuentra antes lo que busca: por ejemplo Bebidas, Postres y Regalos.',
)

const allOf = ({ sql, store }: StoreContext) => categories.all(sql, store.id)
