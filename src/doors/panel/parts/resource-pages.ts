import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { AnyOperation } from '../../../core/operations/operation.ts'
import type { Sql } from '../../../core/database/db.ts'
import { discardForm, KEPT_THEIRS } from '../forms/discard-form.ts'
import type { Form } from '../forms/form.ts'
import { storePage, type OperationForm, type PanelForm, type StoreContext } from '../page.ts'
import type { Part } from './field.ts'
import { deletionForm, formOf, submit } from './form.ts'
import { collapsible, list } from './list.ts'
import { Move, moveRow, orderMode } from './move.ts'

type Resource<Row> = {
  get: AnyOperation
  create: AnyOperation
  update: AnyOperation
  delete: AnyOperation
  all: (sql: Sql, storeId: string) => Promise<Row[]>
  find: (sql: Sql, storeId: string, id: string) => Promise<Row>
  formEtag: (row: Row) => string
}

type ListPage<Row> = {
  path: string
  title: Wording
  /** What the list is called to those who don't see it. */
  label: Wording
  row: (context: StoreContext, row: Row) => Parameters<typeof list>[0][number]
  empty: Html
  /** The form of a new one, below the list; with a `summary` behind a button of its own where there are some already. */
  create: {
    fields: (context: StoreContext) => Part
    summary?: Wording
    class?: string
    done: OperationForm<StoreContext>['done']
    toApi?: NonNullable<OperationForm<StoreContext>['toApi']>
  }
}

export function orderedListPage<Row extends { id: string; name: string; position: number }>(
  resource: Resource<Row>,
  { path, title, label, row, empty, create }: ListPage<Row>,
) {
  const write = resource.update.scope
  const fieldsOf = (context: StoreContext) => [create.fields(context)]
  const newOne = (context: StoreContext, isFirst: boolean) => {
    const form = context.form(path)
    const markup = formOf(form, fieldsOf(context), create.class ? { class: create.class } : {})
    return create.summary ? collapsible(create.summary, markup, isFirst || form.isSubmitted) : markup
  }
  return storePage({
    path,
    needs: resource.get.scope,
    async show(context) {
      const all = await resource.all(context.sql, context.store.id)
      const order = orderMode(context, path, write, all)
      const rows = all.map((one) => ({ ...row(context, one), tools: order.tools(one) }))
      return {
        title,
        fields: fieldsOf(context),
        action: order.link,
        main: html`
          ${rows.length > 0 ? list(rows, label) : empty}
          ${!order.isOn && context.can(write) && newOne(context, rows.length === 0)}
        `,
      }
    },
    forms: {
      [path]: {
        operation: resource.create,
        done: create.done,
        ...(create.toApi && { toApi: create.toApi }),
      },
      [`${path}/:id/mover`]: moveForm(resource, path),
    },
  })
}

export const moveForm = <Row extends { id: string; position: number }>(
  { all, update }: Pick<Resource<Row>, 'all' | 'update'>,
  path: string,
): PanelForm<StoreContext> => ({
  body: Move,
  needs: update.scope,
  run: async (context, move: Move) =>
    moveRow(context, { path, update, rows: await all(context.sql, context.store.id) }, move),
})

type RowPage<Row> = {
  path: string
  back: Wording
  title: (row: Row) => Wording
  fields: (context: StoreContext, row: Row, form: Form) => Part
  above?: (context: StoreContext, row: Row) => Html
  /** For those who may not change it. */
  readOnly?: Html
  /** Its form is rejected where another person saved since. */
  isVersioned?: true
  removal: { label: Wording; text: Wording; done: Wording }
  update?: Partial<OperationForm<StoreContext>>
  needsPassword?: true
}

/** The page of one row: its form and its deletion, each of which can be undone. */
export function rowPage<Row extends { id: string }>(
  resource: Resource<Row>,
  { path, back, title, fields, above, readOnly, isVersioned, removal, update, needsPassword }: RowPage<Row>,
) {
  const write = resource.update.scope
  const own = `${path}/:id`
  const common = { undo: true as const, next: () => path, ...(needsPassword && { needsPassword }) }
  return storePage({
    path: own,
    needs: resource.get.scope,
    async show(context) {
      const row = await resource.find(context.sql, context.store.id, context.params['id']!)
      const form = context.form(`${path}/${row.id}`)
      const parts: Part[] = [fields(context, row, form), submit(t('Guardar'))]
      const remove = context.form(`${path}/${row.id}/eliminar`)
      const editing = html`
        ${formOf(form, parts, isVersioned ? { version: resource.formEtag(row) } : {})}
        ${deletionForm(remove, removal.label, removal.text)}
      `
      return {
        title: title(row),
        fields: parts,
        back: { href: context.base + path, label: back },
        main: html`${above?.(context, row)}${context.can(write) ? editing : readOnly}`,
      }
    },
    forms: {
      [own]: { operation: resource.update, done: t('Guardado'), ...common, ...update },
      [`${own}/eliminar`]: { operation: resource.delete, done: removal.done, ...common },
      ...(isVersioned && { [`${own}/descartar`]: discardForm(own, write, KEPT_THEIRS) }),
    },
  })
}
