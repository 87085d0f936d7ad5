"""A slow line: what is chosen is shown before its preview has come, and a confirmation made meanwhile is kept."""

from playwright.sync_api import Page, expect

from tests.web.browser import logged_numbers, press, sit_down, wait_turn

SLOW = """(() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (String(text).includes('"kind":"preview"')) setTimeout(() => send.call(this, text), 1500);
    else send.call(this, text);
  };
})()"""


def test_a_step_that_is_confirmed_before_its_preview_came_is_played(page: Page) -> None:
    page.add_init_script(SLOW)
    sit_down(page, "mabula")
    before = logged_numbers(page)
    for _ in range(2):  # a marble, and where it goes
        offers = wait_turn(page)
        assert offers is not None
        press(page, offers["open"][0])
    confirm = page.locator("#confirm")
    expect(confirm).to_be_visible()
    assert page.evaluate("window.ludotheque.state.previewDrawing") is None, "the preview is still on its way"
    expect(page.locator("#prompt-text small")).not_to_be_empty()
    assert page.locator("#table.awaiting .chosen").count()
    confirm.click()
    page.wait_for_function("(before) => document.querySelectorAll('#log li').length > before", arg=len(before))
