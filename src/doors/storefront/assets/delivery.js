// Where an order goes: its area, and the phone's place.
import { replace, whenLoaded } from './page.js'

const shownArea = () => document.querySelector('select[name=areaId]')

let showTotal
let remembered

export const areaOf = (form) =>
  form.get('areaId') ? { id: form.get('areaId'), option: form.get('shippingOptionId') } : undefined

/** Chooses the option and the area of the last order, where the shop still has them. */
export function startDelivery(checkout, lastArea, whenChosen) {
  showTotal = whenChosen
  remembered = lastArea?.id
  const option = lastArea && checkout.querySelector(`[data-areas][value="${lastArea.option}"]`)
  if (option && !shownArea()?.value) option.checked = true
  prepareAreas()
  const box = checkout.querySelector('[data-place]')
  if (!box || !navigator.geolocation) return
  box.hidden = false
  box.firstElementChild.addEventListener('click', () =>
    whenLoaded(import('./place.js'), ({ changePlace }) => changePlace(box)),
  )
}

/** The areas of another option, with its total. */
export function replaceAreas(page) {
  const [ours, theirs] = [document, page].map(
    (where) => where.querySelector('select[name=areaId]')?.dataset.codes,
  )
  if (ours === theirs) return
  replace(page, 'area')
  prepareAreas()
}

/** The list can be searched; where the script does not load it is the plain list. */
function prepareAreas() {
  if (shownArea()) whenLoaded(import('./areas.js'), ({ startAreas }) => startAreas(remembered, showTotal))
}
