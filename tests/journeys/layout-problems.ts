/**
 * Runs in the page. Finds everything wider than the screen, every control that stays covered when scrolled into view,
 * and every text that is cut off. `within` selects what is open above the page, if anything.
 */
export function findLayoutProblems(within: string | undefined): string[] {
  const root = within === undefined ? document.body : document.querySelector(within);
  if (root === null) return [`nothing is open: ${within}`];
  const screenWidth = document.documentElement.clientWidth;
  const problems: string[] = [];

  const nameOf = (element: Element) => {
    const text = element.getAttribute("aria-label") ?? element.textContent;
    return `<${element.tagName.toLowerCase()}> “${text.trim().replaceAll(/\s+/g, " ").slice(0, 50)}”`;
  };
  const clips = (value: string) => value === "hidden" || value === "clip";
  const ancestorsOf = (element: Element) => {
    const list: HTMLElement[] = [];
    for (let above = element.parentElement; above !== null; above = above.parentElement) list.push(above);
    return list;
  };
  const isScreenReaderOnly = (element: Element) => {
    for (let up: Element | null = element; up !== null; up = up.parentElement) {
      const { width, height } = up.getBoundingClientRect();
      if ((width <= 1 && height <= 1) || getComputedStyle(up).clipPath === "inset(50%)") return true;
    }
    return false;
  };
  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest("[inert]") === null &&
    !isScreenReaderOnly(element);

  function findOverflow() {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= screenWidth) return;
    const beyond = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const isWide = right > screenWidth + 1 || left < -1 || element.scrollWidth > screenWidth;
      if (width === 0 || !isWide) return false;
      return !ancestorsOf(element).some(
        (above) => getComputedStyle(above).overflowX !== "visible" && above !== document.body,
      );
    });
    problems.push(`the page is ${scrollWidth - screenWidth} px too wide: ${beyond.slice(-2).map(nameOf).join(", ")}`);
  }

  const interactive =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=menuitem], [role=menuitemradio], [role=slider], [tabindex='0']";

  function isOwn(element: Element, hit: Element | null): boolean {
    if (hit === null) return false;
    if (element.contains(hit) || hit.contains(element)) return true;
    // The magnifier, the eye, the X: icons inside a field belong to it.
    if (element.matches("input, select, textarea") && element.parentElement!.contains(hit)) return true;
    return hit.closest("label")?.control === element;
  }

  function findCovered() {
    const controls = [...root!.querySelectorAll(interactive)].filter(
      (control) => !control.matches(":disabled") && isThere(control),
    );
    const reported = new Set<Element>();
    for (const from of [0, document.documentElement.scrollHeight]) {
      for (const control of controls) {
        if (reported.has(control)) continue;
        scrollTo({ top: from, behavior: "instant" });
        // Twice, because content near the screen may get its real height only then.
        for (const _ of "12") control.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
        const box = control.getClientRects()[0];
        if (box === undefined || box.height > innerHeight / 2) continue;
        const targets = [
          [0.5, 0.5],
          [0.5, 0.12],
          [0.5, 0.88],
          [0.1, 0.5],
          [0.9, 0.5],
        ] as const;
        for (const [x, y] of targets) {
          const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
          // A horizontally scrolling row cuts off content at its edge to hint that it continues.
          if (isOwn(control, hit) || (hit === null && x !== 0.5)) continue;
          reported.add(control);
          problems.push(`${nameOf(control)} is ${hit ? `covered by ${nameOf(hit)}` : "off screen"}`);
          break;
        }
      }
    }
    scrollTo({ top: 0, behavior: "instant" });
  }

  function findCutText() {
    const walker = document.createTreeWalker(root!, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement!;
      if (walker.currentNode.textContent!.trim() === "" || !isThere(holder)) continue;
      range.selectNodeContents(walker.currentNode);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (boxes.length === 0) continue;
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      for (const above of [holder, ...ancestorsOf(holder)]) {
        const style = getComputedStyle(above);
        if (style.overflowX === "auto" || style.overflowX === "scroll" || style.textOverflow === "ellipsis") break;
        if (!clips(style.overflowX) || above === document.body) continue;
        const box = above.getBoundingClientRect();
        if (right > box.right + 1.5 || left < box.left - 1.5) problems.push(`${nameOf(holder)} is cut off`);
        break;
      }
    }
  }

  findOverflow();
  findCovered();
  findCutText();
  return problems;
}
