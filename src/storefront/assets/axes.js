// The options of a product as chips: they choose among the variants, which stand in the list below them.

/** Chooses the variant with the option that was tapped, as near to the others as there is one. @returns the list */
export function choose(tapped) {
  const form = tapped.closest('.order')
  const list = form.querySelector('select')
  const axes = [...form.querySelectorAll('.axis')]
  const at = axes.indexOf(tapped.closest('.axis'))
  const checked = axes.map((axis) => axis.querySelector(':checked')?.value)
  const variants = [...list.options].map((option) => ({ option, values: JSON.parse(option.dataset.values) }))

  const nearness = ({ option, values }) =>
    values.filter((value, n) => value === checked[n]).length + (option.disabled ? 0 : 0.5)
  const [nearest] = variants
    .filter(({ values }) => values[at] === tapped.value)
    .toSorted((a, b) => nearness(b) - nearness(a))
  const { option, values } = nearest ?? variants[list.selectedIndex]
  option.selected = true
  axes.forEach((axis, n) => {
    for (const chip of axis.querySelectorAll('input')) {
      chip.checked = chip.value === values[n]
      const match = variants.find((one) =>
        one.values.every((value, i) => value === (i === n ? chip.value : values[i])),
      )
      chip.nextElementSibling.classList.toggle('no', !match || match.option.disabled)
    }
  })
  return list
}
