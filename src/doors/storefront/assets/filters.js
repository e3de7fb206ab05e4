// How many products the filters leave, on the button that shows them.
import { load } from './page.js'

let requests = 0 // a response to an earlier request is ignored

export async function showCount(form) {
  const mine = ++requests
  const page = await load(`${form.action}?${new URLSearchParams(new FormData(form))}`)
  const [shown, now] = [form, page].map((where) => where?.querySelector('.filters div .button'))
  if (mine === requests && now) shown.textContent = now.textContent
}
