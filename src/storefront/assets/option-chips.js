// The options of a product as chips, which select a variant in the list below them.

/** Selects the variant with the tapped value that shares most of the other chosen values. @returns the list */
export function chooseVariant(tapped) {
  const form = tapped.closest('.order')
  const list = form.querySelector('select')
  const groups = [...form.querySelectorAll('.option-group')]
  const at = groups.indexOf(tapped.closest('.option-group'))
  const checked = groups.map((group) => group.querySelector(':checked')?.value)
  const variants = [...list.options].map((option) => ({ option, values: JSON.parse(option.dataset.values) }))

  const similarity = ({ option, values }) =>
    values.filter((value, n) => value === checked[n]).length + (option.disabled ? 0 : 0.5)
  const [closest] = variants
    .filter(({ values }) => values[at] === tapped.value)
    .toSorted((a, b) => similarity(b) - similarity(a))
  const { option, values } = closest ?? variants[list.selectedIndex]
  option.selected = true
  groups.forEach((group, n) => {
    for (const chip of group.querySelectorAll('input')) {
      chip.checked = chip.value === values[n]
      const match = variants.find((one) =>
        one.values.every((value, i) => value === (i === n ? chip.value : values[i])),
      )
      chip.nextElementSibling.classList.toggle('no', !match || match.option.disabled)
    }
  })
  return list
}
