// A field's error goes as soon as the field is changed; the server checks it again when the form is sent.

document.addEventListener('input', ({ target }) => {
  const described = target.closest('[aria-describedby*="-wrong"]')?.getAttribute('aria-describedby')
  const id = described?.split(' ').find((part) => part.endsWith('-wrong'))
  if (!id) return
  document.getElementById(id).textContent = ''
  // One error may be of several fields: a row of times, or a group of checkboxes.
  for (const part of document.querySelectorAll(`[aria-describedby~="${id}"]`))
    for (const field of [part, ...part.querySelectorAll('[aria-invalid]')])
      field.removeAttribute('aria-invalid')
  if (!target.form.querySelector('[aria-invalid]'))
    document.querySelector('[data-marked]')?.closest('.notice').remove()
})
