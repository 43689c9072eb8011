"""Trees of calls to language models: grown level by level, decided from the leaves up, broken off and gone on with.

What the methods share that grow such trees; each has its own questions, contents and report.

    with Calls(journal, model, settings.models, seconds=600, on_progress=show) as calls:
        root = Node("the question")
        async def work() -> None:
            await grow(root, split, Limits(depth=2, branch=4, nodes=21))   # `split` asks by `calls.ask`
            await ascend(root, decide)                                     # children before their parent
        await graceful(work(), calls.stop, save)

- `tree`: nodes, limits and how room is shared out where a limit is near. Pure: the same answers make the same tree.
- `levels`: all nodes of a level at once; a node's parent as soon as its children are done.
- `calls`: every answer is kept in a journal before it is used, so the same command asks nothing twice; one budget of
  calls and money (`models.max_calls`, `max_cost`), one of time; places of each server; what all of it came to.
- `ending`: Ctrl-C and SIGTERM make no further call, wait for those under way, and save.

Once a run has stopped (budget, time, nobody answers, interrupted), each call raises `Stopped`, a ProviderError: whoever
asks leaves out what could not be had and says so, and what is there is a valid tree.
"""
