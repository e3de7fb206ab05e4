import type { Issue } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { MAX_LENGTHS } from '../../orders/order.ts'
import type { Typed } from '../checkout-form.ts'
import { callingCode } from '../phone.ts'
import type { Shop } from '../shop.ts'
import { field } from './field.ts'

export function contactFields(shop: Shop, { name, phone }: Typed, issues: Issue[]): Html {
  const code = callingCode(shop)
  const hint = code ? `No hace falta escribir el ${code}` : 'Con el código de tu país'
  return html`
    ${field(issues, {
      name: 'name',
      label: 'Tu nombre',
      value: name,
      autocomplete: 'name',
      max: MAX_LENGTHS.name,
      required: true,
    })}
    ${field(issues, {
      name: 'phone',
      label: 'Tu WhatsApp',
      hint,
      value: phone,
      type: 'tel',
      autocomplete: 'tel',
      max: 40,
      required: true,
    })}
  `
}

export function remarkFields({ address, notes }: Typed, issues: Issue[]): Html {
  return html`
    ${field(issues, {
      name: 'address',
      label: 'Dirección de entrega',
      hint: 'Opcional si lo recoges tú',
      value: address,
      lines: 2,
      autocomplete: 'street-address',
      max: MAX_LENGTHS.address,
    })}
    ${field(issues, {
      name: 'notes',
      label: 'Notas para la tienda',
      hint: 'Opcional',
      value: notes,
      lines: 2,
      max: MAX_LENGTHS.notes,
    })}
  `
}
