/** The whole seconds until a moment on the page's clock, counted down while it is shown; null without one. */
export function countdown(moment: () => number | null): { readonly seconds: number | null } {
  let seconds = $state<number | null>(null)
  $effect(() => {
    const end = moment()
    if (end === null) {
      seconds = null
      return
    }
    const look = (): void => {
      seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    }
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  })
  return {
    get seconds() {
      return seconds
    },
  }
}
