import { html, type Html } from '../../core/http/html.ts'
import { dayNames, days, type Day, type Hours } from '../../hours/hours.ts'
import type { Form } from '../forms/form.ts'

/** Rows of a day: many shops close at noon. */
const ROWS = 2

/** When a shop opens and closes, day by day. Two times in a row are when it is open; a day without any it is closed. */
export function hoursField(form: Form, hours: Hours | null): Html {
  return html`
    <fieldset class="hours">
      <legend>Horario</legend>
      <p class="hint">
        A qué hora abres y a qué hora cierras. Deja vacío el día en que cierras; si cierras después de medianoche, escribe esa
        hora.
      </p>
      ${days.map((day) => dayRows(form, day, hours?.[day] ?? []))}
    </fieldset>
  `
}

function dayRows(form: Form, day: Day, spans: string[][]): Html {
  const count = form.rows(`hours.${day}`, Math.max(ROWS, spans.length))
  const rows = Array.from({ length: count }, (_, n) => spanRow(form, day, n, spans[n] ?? []))
  return html`
    <div class="day" role="group" aria-label="${dayNames[day]}">
      <b>${dayNames[day]}</b>
      <div>${rows}</div>
    </div>
  `
}

function spanRow(form: Form, day: Day, n: number, [opens = '', closes = '']: string[]): Html {
  const name = `hours.${day}.${n}`
  const wrong = form.wrong(name) ?? form.wrong(`${name}.0`) ?? form.wrong(`${name}.1`)
  const time = (part: 0 | 1, label: string, saved: string) => html`
    <input type="time" name="${name}.${part}" aria-label="${label}${n > 0 && ', otra vez'}"
      value="${form.value(`${name}.${part}`, saved === '24:00' ? '00:00' : saved)}"
      ${wrong && html` aria-invalid="true" aria-describedby="${name}-wrong"`}
      ${wrong?.isFirst && part === 0 && html` autofocus`}>
  `
  return html`
    <div class="span">
      ${time(0, 'Abre', opens)}
      <span aria-hidden="true">a</span>
      ${time(1, 'Cierra', closes)}
      ${wrong && html`<p class="wrong" id="${name}-wrong">${wrong.message}</p>`}
    </div>
  `
}
