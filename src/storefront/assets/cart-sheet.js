// The cart over the page that it was opened on: a sheet on a phone, a drawer on a desk.
import { read } from './cart.js'
import { show, startEditing } from './cart-edit.js'
import { hideToast } from './page.js'
import { open } from './sheet.js'

let isEditing = false

/** Opens at once, busy until the server has shown the lines at their current prices. */
export async function openCart() {
  const [title, cart] = [document.createElement('h2'), document.createElement('div')]
  title.textContent = 'Tu carrito'
  cart.id = 'cart'
  hideToast()
  open('basket', title, cart)
  if (!isEditing) startEditing()
  isEditing = true
  await show(read())
}
