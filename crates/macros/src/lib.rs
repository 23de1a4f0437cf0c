//! One attribute, [`macro@boxed`].

use proc_macro::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, GenericParam, ItemFn, Lifetime, ReturnType, TypeReference, parse_macro_input, parse_quote};

/// The lifetime of the future, and of everything that the function borrows.
const FUTURE: &str = "'future";

/// Makes an `async fn` return a boxed future.
///
/// The compiler generates the code of an `async fn`'s future in every crate that awaits it, with all that it calls. The code
/// of a boxed future is generated once, in the crate of the function. It costs an allocation a call. For functions without
/// type parameters that other crates call.
#[proc_macro_attribute]
pub fn boxed(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut function = parse_macro_input!(item as ItemFn);
    let signature = &mut function.sig;
    signature.asyncness = None;
    for argument in &mut signature.inputs {
        match argument {
            FnArg::Receiver(receiver) => {
                if let Some((_, lifetime)) = &mut receiver.reference {
                    lifetime.get_or_insert_with(future);
                }
                Borrows.visit_type_mut(&mut receiver.ty);
            }
            FnArg::Typed(typed) => Borrows.visit_type_mut(&mut typed.ty),
        }
    }
    let lifetime = future();
    let longer = signature.generics.lifetimes().map(|named| named.lifetime.clone()).collect::<Vec<_>>();
    if !longer.is_empty() {
        let bounds = &mut signature.generics.make_where_clause().predicates;
        bounds.extend(longer.into_iter().map(|named| -> syn::WherePredicate { parse_quote!(#named: #lifetime) }));
    }
    signature.generics.params.insert(0, GenericParam::Lifetime(parse_quote!(#lifetime)));
    let output = match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, output) => quote!(#output),
    };
    signature.output = parse_quote! {
        -> ::std::pin::Pin<::std::boxed::Box<dyn ::std::future::Future<Output = #output> + ::std::marker::Send + #lifetime>>
    };
    let body = &function.block;
    function.block = parse_quote!({ ::std::boxed::Box::pin(async move #body) });
    quote!(#function).into()
}

fn future() -> Lifetime {
    Lifetime::new(FUTURE, proc_macro2::Span::call_site())
}

/// Names the lifetimes that are left out.
struct Borrows;

impl VisitMut for Borrows {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference.lifetime.get_or_insert_with(future);
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = future();
        }
    }
}
