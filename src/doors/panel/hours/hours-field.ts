import { html, type Html } from '../../../core/http/html.ts'
import { dayNames, days, MAX_SPANS, type Day, type Hours } from '../../../features/hours/hours.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import { partsOf, type Part } from '../parts/field.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

/** Rows per day, because many shops close at noon; the second is folded while it is empty. */
const ROWS = 2

/** How far the hours of Monday are repeated. */
const repeats = [
  { value: '', label: t('Los escribo yo') },
  { value: 'fri', label: t('Como el lunes, hasta el viernes') },
  { value: 'sat', label: t('Como el lunes, hasta el sábado') },
  { value: 'sun', label: t('Como el lunes, toda la semana') },
]

/** The opening hours by day: each row has an opening and a closing time; a day without any is closed. */
export const hoursField = (hours: Hours | null): Part => ({
  names: days.flatMap((day) => Array.from({ length: MAX_SPANS }, (_, n) => errorNames(day, n)).flat()),
  control: (form) => hoursOf(form, hours),
})

const errorNames = (day: Day, n: number) => [`hours.${day}.${n}`, `hours.${day}.${n}.*`]

function hoursOf(form: Form, hours: Hours | null): Html {
  const repeated = daysUntil(form.value('_repeat'))
  return html`
    <fieldset class="hours">
      <legend>${t('Horario')}</legend>
      <p class="hint">
        ${t('A qué hora abres y a qué hora cierras.')}
        ${t('Deja vacío el día en que cierras; si cierras después de medianoche, escribe esa hora.')}
      </p>
      ${dayRows(form, 'mon', hours?.mon ?? [], ['mon', ...repeated])}
      ${partsOf(form, [{ name: '_repeat', label: t('De martes en adelante'), options: repeats }])}
      ${days.slice(1).map((day) => dayRows(form, day, hours?.[day] ?? [], repeated.includes(day) ? [] : [day]))}
    </fieldset>
  `
}

const daysUntil = (last: string | undefined) => days.slice(1, days.findIndex((day) => day === last) + 1)

export function withRepeatedHours(fields: FormFields): FormFields {
  const repeated = daysUntil(lastOf(fields, '_repeat'))
  const api = new Map(
    [...fields].filter(([name]) => !repeated.some((day) => name.startsWith(`hours.${day}.`))),
  )
  for (const [name, values] of fields) {
    if (!name.startsWith('hours.mon.')) continue
    for (const day of repeated) api.set(name.replace('.mon.', `.${day}.`), values)
  }
  return api
}

/** @param errorDays the days whose errors are shown here: the days that repeat Monday's hours are hidden */
function dayRows(form: Form, day: Day, spans: string[][], errorDays: readonly Day[]): Html {
  const count = form.rows(`hours.${day}`, Math.max(ROWS, spans.length))
  const rows = Array.from({ length: count }, (_, n) => spanRow(form, { day, n, errorDays }, spans[n] ?? []))
  const isOpen = form.rows(`hours.${day}`, spans.length) > 1
  return html`
    <div class="day" role="group" aria-label="${dayNames[day]}">
      <b>${dayNames[day]}</b>
      <div>
        ${rows[0]}
        <details${isOpen && html` open`}><summary>${t('Otro turno')}</summary>${rows.slice(1)}</details>
      </div>
    </div>
  `
}

function spanRow(
  form: Form,
  { day, n, errorDays }: { day: Day; n: number; errorDays: readonly Day[] },
  [opens = '', closes = '']: string[],
): Html {
  const name = `hours.${day}.${n}`
  const names = errorDays.flatMap((one) => errorNames(one, n))
  const wrong = form.wrong(...names)
  const time = (part: 0 | 1, label: Localized, saved: string) => html`
    <input type="time" name="${name}.${part}" aria-label="${label}"
      value="${form.value(`${name}.${part}`, saved === '24:00' ? '00:00' : saved)}"
      ${wrong && html`${invalidAttributes(form, ...(part === 0 ? names : []))} aria-describedby="${name}-wrong"`}>
  `
  return html`
    <div class="span">
      ${time(0, n > 0 ? t('Abre, otra vez') : t('Abre'), opens)}
      <span aria-hidden="true">${t('a | de una hora a otra')}</span>
      ${time(1, n > 0 ? t('Cierra, otra vez') : t('Cierra'), closes)}
      ${wrong && errorText(wrong, `${name}-wrong`)}
    </div>
  `
}
